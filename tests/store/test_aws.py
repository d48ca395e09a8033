"""The AWS clients' session, and the part of botocore's descriptions that Boodle keeps."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from botocore.loaders import Loader
from botocore.stub import Stubber

from chalicelib.store.dynamodb.session import MODELS, session

SSM = MODELS / "ssm" / "2014-11-06" / "service-2.json"
CALL = "GetParameter"
NO_KEYS: Any = {"aws_access_key_id": "none", "aws_secret_access_key": "none"}


def _bare(node: Any) -> Any:
    """Return a description without its explanations, which are HTML."""
    if isinstance(node, dict):
        return {
            name: _bare(value)
            for name, value in node.items()
            if not (name == "documentation" and isinstance(value, str))
        }
    return [_bare(value) for value in node] if isinstance(node, list) else node


def _shapes_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(name := node.get("shape"), str):
            yield name
        for value in node.values():
            yield from _shapes_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from _shapes_in(value)


def _cut() -> dict[str, Any]:
    """Return botocore's description of the one call, and of all that it names."""
    whole = Loader().load_service_model("ssm", "service-2", SSM.parent.name)
    call, shapes = whole["operations"][CALL], whole["shapes"]
    needed: dict[str, Any] = {}
    found = list(_shapes_in(call))
    while found:
        name = found.pop()
        if name not in needed:
            needed[name] = shapes[name]
            found += _shapes_in(shapes[name])
    cut = {
        "version": whole["version"],
        "metadata": whole["metadata"],
        "operations": {CALL: call},
        "shapes": dict(sorted(needed.items())),
    }
    kept: dict[str, Any] = _bare(json.loads(json.dumps(cut)))
    return kept


def test_the_description_is_botocores_own() -> None:
    cut = _cut()
    if os.environ.get("BOODLE_RECORD"):
        SSM.parent.mkdir(parents=True, exist_ok=True)
        SSM.write_text(json.dumps(cut, indent=1) + "\n", "utf-8")
    kept = json.loads(SSM.read_text("utf-8"))
    assert kept == cut, f"run: BOODLE_RECORD=1 pytest {__file__}"


def test_a_client_offers_that_call_alone_and_makes_it() -> None:
    client: Any = session().create_client("ssm", "eu-central-1", **NO_KEYS)
    assert list(client.meta.service_model.operation_names) == [CALL]
    assert client.meta.endpoint_url == "https://ssm.eu-central-1.amazonaws.com"
    asked = {"Name": "/boodle/keys", "WithDecryption": True}
    with Stubber(client) as stub:
        stub.add_response("get_parameter", {"Parameter": {"Value": "the keys"}}, asked)
        assert client.get_parameter(**asked)["Parameter"]["Value"] == "the keys"


def test_elsewhere_the_endpoint_is_that_of_the_partition() -> None:
    client: Any = session().create_client("ssm", "cn-north-1", **NO_KEYS)
    assert client.meta.endpoint_url == "https://ssm.cn-north-1.amazonaws.com.cn"
