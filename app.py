"""The front door: the Chalice app, and nothing but wiring."""

import gc

gc.disable()  # hardly anything made while starting is garbage, and looking for it costs a fifth

import os  # noqa: E402

from chalicelib.api.app import build_app  # noqa: E402
from chalicelib.api.runtime import Lazily  # noqa: E402

context = Lazily(os.environ)
app = build_app(context)

if "AWS_LAMBDA_FUNCTION_NAME" in os.environ and "AWS_CHALICE_CLI_MODE" not in os.environ:
    context()  # while a Lambda starts it has a whole processor, and clients are made here

gc.freeze()  # what is there now stays, and need not be looked at again
gc.enable()
