"""From a fresh interpreter to an app that can answer, relative to a minimal app's imports.

Each measurement is a process of its own, which tells the processor time it has used since its
first line; its start is the same for all and left out. The keys come from a stub in place of
the network.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from typing import Final

from .figure import Figure, at_most
from .timing import ROOT, interleaved

# PyJWT imports cryptography where it finds it. Boodle does not need it and it is not in the
# Lambda's package; the development tools bring it here.
_TIMED: Final = """
import sys, time
sys.modules["cryptography"] = None
started = time.process_time()
{body}
print(time.process_time() - started)
"""

# What Lambda runs: app.py reads the keys and makes its clients as it is imported. botocore's
# HTTP session is replaced as soon as botocore has it, so that nothing is imported out of turn.
_LAMBDA: Final = """
import importlib.abc, importlib.util, json, sys

class Stub(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "botocore.httpsession":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module
        def exec_module(module):
            run(module)
            def send(self, request):
                from botocore.awsrequest import AWSResponse
                keys = json.dumps({"keys": {"k1": "00" * 32}, "deployment_key": "k" * 32})
                raw = type("Raw", (), {"stream": lambda self: [body]})()
                body = json.dumps({"Parameter": {"Value": keys}}).encode()
                return AWSResponse(request.url, 200, {}, raw)
            module.URLLib3Session.send = send
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Stub())
import app
assert app.app.routes and app.context().store
"""

# The same less the keys' parameter, which is a second client and a request.
_WITHOUT_KEYS: Final = """
from chalicelib.api.app import build_app
from chalicelib.store.dynamodb.store import DynamoStore, make_client
app = build_app(lambda: None)
DynamoStore("boodle", make_client())
"""

# What two savings are worth: each undone, and the rest as on Lambda.
_COLLECTING: Final = "import gc; gc.disable = gc.freeze = lambda: None" + _LAMBDA
_WHOLE_MODEL: Final = (
    """
from pathlib import Path
import chalicelib.store.dynamodb.session as session
session.MODELS = Path("none")
"""
    + _LAMBDA
)

_FLOOR: Final = """
from chalice import Chalice
from pydantic import BaseModel
import boto3

class Play(BaseModel):
    play: str
    after: str | None = None

app = Chalice(app_name="floor")
boto3.client("dynamodb")
"""

_ENVIRONMENT: Final = {
    "AWS_ACCESS_KEY_ID": "bench",
    "AWS_SECRET_ACCESS_KEY": "bench",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_LAMBDA_FUNCTION_NAME": "boodle",
    "BOODLE_TABLE": "boodle",
    "BOODLE_KEYS_PARAMETER": "/boodle/keys",
}


def _seconds(body: str) -> float:
    # Libraries are compiled when they are installed. Our own files are when they are first run,
    # unless the environment forbids it: then each process would compile them again.
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("AWS_") and name != "PYTHONDONTWRITEBYTECODE"
    }
    done = subprocess.run(
        [sys.executable, "-c", _TIMED.format(body=body)],
        cwd=ROOT,
        env={**kept, **_ENVIRONMENT},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return float(done.stdout.split()[-1])


def measure(quick: bool) -> list[Figure]:
    """Return the milliseconds to ready, by the floor's."""
    bodies = (_LAMBDA, _WITHOUT_KEYS, _FLOOR, _COLLECTING, _WHOLE_MODEL)
    for body in bodies:
        _seconds(body)  # compiled files, and the disk's cache
    runs = interleaved(2 if quick else 7, *(partial(_seconds, body) for body in bodies))
    whole, without_keys, floor, collecting, whole_model = map(min, runs)

    def figure(name: str, value: float, base: float, note: str, judged: bool) -> Figure:
        target = at_most(1.3) if judged else None
        return Figure(name, value * 1e3, "ms CPU", base * 1e3, value / base, target, note=note)

    least = "chalice, pydantic with one model, boto3 client"
    return [
        figure("imports.ready", whole, floor, f"app.py as on Lambda; floor: {least}", True),
        figure("imports.without_keys", without_keys, floor, "the same less SSM", False),
        figure(
            "imports.collecting", collecting, whole, "garbage collected at start, by not", False
        ),
        figure(
            "imports.whole_model", whole_model, whole, "all of SSM's model, by one call's", False
        ),
    ]
