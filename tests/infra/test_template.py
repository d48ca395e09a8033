"""The merged template: the function, the table, the policy, the gateway's own answers."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from harness.packaging import ROOT, Packaged

from chalicelib.api.http.compression import AT_LEAST

KEYS_PARAMETER = "/boodle/prod/keys"


@pytest.fixture
def resources(packaged: Packaged) -> dict[str, Any]:
    found: dict[str, Any] = packaged.template["Resources"]
    return found


def properties(resources: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = resources[name]["Properties"]
    return found


def test_function(resources: dict[str, Any]) -> None:
    function = properties(resources, "APIHandler")
    assert function["Runtime"] == "python3.13"
    assert function["Architectures"] == ["arm64"]
    assert function["Handler"] == "app.app"
    assert function["CodeUri"] == "./deployment.zip"
    assert function["Timeout"] == 10
    assert function["MemorySize"] == 512
    assert function["LoggingConfig"] == {"LogGroup": {"Ref": "Log"}}


def test_environment(resources: dict[str, Any]) -> None:
    """BOODLE_DATA, the laptop's folder, must not reach AWS."""
    assert properties(resources, "APIHandler")["Environment"]["Variables"] == {
        "BOODLE_TABLE": {"Ref": "Table"},
        "BOODLE_KEYS_PARAMETER": KEYS_PARAMETER,
    }


def test_there_is_one_function_and_nothing_of_later_steps(resources: dict[str, Any]) -> None:
    assert {name: resource["Type"] for name, resource in resources.items()} == {
        "APIHandler": "AWS::Serverless::Function",
        "APIHandlerInvokePermission": "AWS::Lambda::Permission",
        "ApiHandlerRole": "AWS::IAM::Role",
        "Log": "AWS::Logs::LogGroup",
        "RestAPI": "AWS::Serverless::Api",
        "Table": "AWS::DynamoDB::Table",
    }


def test_table(resources: dict[str, Any]) -> None:
    table = properties(resources, "Table")
    kinds = {item["AttributeName"]: item["AttributeType"] for item in table["AttributeDefinitions"]}
    keys = {item["KeyType"]: item["AttributeName"] for item in table["KeySchema"]}
    assert kinds == {"p": "S", "s": "S"}
    assert keys == {"HASH": "p", "RANGE": "s"}
    assert table["BillingMode"] == "PAY_PER_REQUEST"
    assert table["TimeToLiveSpecification"] == {"AttributeName": "x", "Enabled": True}
    assert "GlobalSecondaryIndexes" not in table


def test_table_outlives_mistakes(resources: dict[str, Any]) -> None:
    assert resources["Table"]["DeletionPolicy"] == "Retain"
    assert resources["Table"]["UpdateReplacePolicy"] == "Retain"
    table = properties(resources, "Table")
    assert table["DeletionProtectionEnabled"] is True
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["SSESpecification"] == {"SSEEnabled": True}


def statements(resources: dict[str, Any]) -> list[dict[str, Any]]:
    (policy,) = properties(resources, "ApiHandlerRole")["Policies"]
    found: list[dict[str, Any]] = policy["PolicyDocument"]["Statement"]
    return found


def test_policy_allows_these_deeds_on_these_things_only(resources: dict[str, Any]) -> None:
    """UpdateItem, Scan and DeleteTable are absent: the Store port knows no such verb.

    TransactWriteItems and TransactGetItems have no permission of their own; they take those of
    the operations within.
    """
    assert {s["Effect"] for s in statements(resources)} == {"Allow"}
    allowed = [(set(s["Action"]), s["Resource"]) for s in statements(resources)]
    assert allowed == [
        (
            {
                "dynamodb:BatchGetItem",
                "dynamodb:ConditionCheckItem",
                "dynamodb:DeleteItem",
                "dynamodb:GetItem",
                "dynamodb:PutItem",
                "dynamodb:Query",
            },
            {"Fn::GetAtt": ["Table", "Arn"]},
        ),
        (
            {"ssm:GetParameter"},
            {
                "Fn::Sub": "arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}"
                f":parameter{KEYS_PARAMETER}"
            },
        ),
        (
            {"logs:CreateLogStream", "logs:PutLogEvents"},
            {"Fn::GetAtt": ["Log", "Arn"]},
        ),
    ]


def test_policy_has_no_wildcard(resources: dict[str, Any]) -> None:
    assert "*" not in json.dumps(statements(resources))


def test_role_has_no_other_rights(resources: dict[str, Any]) -> None:
    role = properties(resources, "ApiHandlerRole")
    assert set(role) == {"AssumeRolePolicyDocument", "Policies"}
    (trust,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"Service": "lambda.amazonaws.com"}


def test_api(resources: dict[str, Any]) -> None:
    api = properties(resources, "RestAPI")
    assert api["EndpointConfiguration"] == "REGIONAL"
    assert api["StageName"] == "api"
    assert api["DefinitionBody"]["paths"]
    # Without it SAM adds a second stage, called Stage, to which no throttle would apply.
    assert api["OpenApiVersion"] == api["DefinitionBody"]["swagger"] == "2.0"


def test_long_answers_are_compressed(resources: dict[str, Any]) -> None:
    assert properties(resources, "RestAPI")["MinimumCompressionSize"] == AT_LEAST


def test_heads_are_routed(resources: dict[str, Any]) -> None:
    paths = properties(resources, "RestAPI")["DefinitionBody"]["paths"]
    assert {path for path, item in paths.items() if "get" in item} == {
        path for path, item in paths.items() if "head" in item
    }


def test_stage_is_throttled(resources: dict[str, Any]) -> None:
    (setting,) = properties(resources, "RestAPI")["MethodSettings"]
    assert (setting["ResourcePath"], setting["HttpMethod"]) == ("/*", "*")
    assert 0 < setting["ThrottlingRateLimit"] <= setting["ThrottlingBurstLimit"]


RESPONSES = {
    "DEFAULT_4XX": None,
    "DEFAULT_5XX": None,
    "MISSING_AUTHENTICATION_TOKEN": 404,
    "THROTTLED": 429,
}


def test_gateway_answers_are_part_of_the_api(resources: dict[str, Any]) -> None:
    """Not resources of their own: SAM's deployments would drop those again."""
    assert set(properties(resources, "RestAPI")["GatewayResponses"]) == set(RESPONSES)


@pytest.mark.parametrize("kind", RESPONSES)
def test_gateway_answers_problem_json(resources: dict[str, Any], kind: str) -> None:
    answer = properties(resources, "RestAPI")["GatewayResponses"][kind]
    assert answer.get("StatusCode") == RESPONSES[kind]
    assert answer["ResponseParameters"]["Headers"]["Access-Control-Allow-Origin"] == "'*'"
    assert answer["ResponseParameters"]["Headers"]["X-Request-Id"] == "context.requestId"
    ((content_type, text),) = answer["ResponseTemplates"].items()
    assert content_type == "application/problem+json"
    # API Gateway puts a quoted JSON string there.
    problem = json.loads(text.replace("$context.error.messageString", '"Forbidden"'))
    assert problem.get("status") == RESPONSES[kind]
    assert {"type", "title", "detail"} <= set(problem)


def test_throttled_says_when_to_come_back(resources: dict[str, Any]) -> None:
    headers = properties(resources, "RestAPI")["GatewayResponses"]["THROTTLED"]
    headers = headers["ResponseParameters"]["Headers"]
    assert headers["Retry-After"] == "'1'"
    assert headers["Access-Control-Expose-Headers"] == "'Retry-After,X-Request-Id'"


def test_outputs(packaged: Packaged) -> None:
    assert packaged.template["Outputs"]["TableName"] == {"Value": {"Ref": "Table"}}
    assert "EndpointURL" in packaged.template["Outputs"]


def test_chalice_local_needs_no_aws() -> None:
    config = json.loads((ROOT / ".chalice" / "config.json").read_text(encoding="utf-8"))
    assert config["app_name"] == "boodle"
    assert config["stages"]["dev"] == {"environment_variables": {"BOODLE_DATA": ".boodle"}}
    assert set(config["stages"]) == {"dev", "prod"}


def lint(template: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("cfn-lint")), "--non-zero-exit-code"]
    command += ["informational", "--include-checks", "I", "--regions", "us-east-1", "eu-central-1"]
    command += ["--", str(template)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_cfn_lint_has_nothing_to_say(packaged: Packaged) -> None:
    """No rule is ignored: no errors, no warnings, no remarks."""
    done = lint(packaged.out / "sam.json")
    assert done.returncode == 0, done.stdout + done.stderr


def test_cfn_lint_would_say_something(packaged: Packaged, tmp_path: Path) -> None:
    """It looks into SAM's resources, rather than passing over them."""
    template = json.loads(json.dumps(packaged.template))
    template["Resources"]["APIHandler"]["Properties"]["MemorySize"] = "much"
    template["Resources"]["RestAPI"]["Properties"]["MethodSettings"] = "all"
    (tmp_path / "bad.json").write_text(json.dumps(template), encoding="utf-8")
    done = lint(tmp_path / "bad.json")
    assert done.returncode != 0
    assert "'much' is not of type 'integer'" in done.stdout
    assert "'all' is not of type 'array'" in done.stdout


def test_every_reference_has_its_target(packaged: Packaged) -> None:
    """cfn-lint lets a misspelt name pass inside SAM's resources; CloudFormation would not."""
    named = set(re.findall(r'"Ref": "(\w+)"', json.dumps(packaged.template)))
    named |= set(re.findall(r'"Fn::GetAtt": \["(\w+)"', json.dumps(packaged.template)))
    assert {"Table", "Log", "RestAPI", "APIHandler"} <= named
    assert named <= set(packaged.template["Resources"])
