"""Tables of DynamoDB emulators, for any test that wants one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from unittest import mock

from chalicelib.store.dynamodb.store import make_client

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

REGION = "eu-central-1"


def dynamo_client(endpoint: str | None = None) -> DynamoDBClient:
    """Make the client that the service uses, with made-up credentials.

    ``endpoint`` is the emulator's address; none of it means moto, which must be active.
    """
    credentials = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    with mock.patch.dict(os.environ, credentials):
        os.environ.pop("AWS_PROFILE", None)  # a developer's own must not come into it
        return make_client(endpoint, REGION)


def create_table(client: DynamoDBClient, name: str) -> None:
    """Create a table as the deployment does, billed on demand."""
    client.create_table(
        TableName=name,
        AttributeDefinitions=[
            {"AttributeName": "p", "AttributeType": "S"},
            {"AttributeName": "s", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "p", "KeyType": "HASH"},
            {"AttributeName": "s", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
