"""The front door: the Chalice app, and nothing but wiring."""

import os

from chalicelib.api.adapter import build_app
from chalicelib.api.runtime import Lazily

context = Lazily(os.environ)
app = build_app(context)

if "AWS_LAMBDA_FUNCTION_NAME" in os.environ and "AWS_CHALICE_CLI_MODE" not in os.environ:
    context()  # while a Lambda starts it has a whole processor, and clients are made here
