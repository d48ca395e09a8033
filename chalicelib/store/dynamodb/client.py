"""botocore's client with Boodle's settings, and the meaning of its exceptions.

botocore is imported only when a client is made, because its import takes longer than everything
else together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast
from zlib import crc32

from chalicelib.store.port import Busy, StoreFailed

from .session import session
from .wire import PASSING

if TYPE_CHECKING:
    from botocore.awsrequest import AWSResponse
    from botocore.exceptions import ClientError
    from mypy_boto3_dynamodb import DynamoDBClient


P = ParamSpec("P")
T = TypeVar("T")


def make_client(endpoint_url: str | None = None, region: str | None = None) -> DynamoDBClient:
    """Make the client for a DynamoStore. botocore forbids making clients on two threads at once.

    Parameters
    ----------
    endpoint_url
        Where DynamoDB listens, if not at AWS.
    region
        The AWS region, if not that of the environment.
    """
    from botocore.config import Config

    # botocore's defaults are 60 s each, far longer than a request may take.
    config = Config(
        connect_timeout=1,
        read_timeout=2,
        retries={"mode": "standard", "total_max_attempts": 3},
        # The port has checked what we send (check_commit, check_get), for a tenth of the time.
        parameter_validation=False,
    )
    made = session().create_client("dynamodb", region, endpoint_url=endpoint_url, config=config)
    client = cast("DynamoDBClient", made)
    client.meta.events.register("after-call.dynamodb", _check_whole)
    return client


def _check_whole(http_response: AWSResponse, **_: object) -> None:
    """Treat a truncated reply as a lost one: botocore takes it for an empty reply.

    An existing item would seem to be missing. botocore retries this and then gives up.
    """
    from botocore.exceptions import ConnectionClosedError

    stated = http_response.headers.get("x-amz-crc32")
    if stated is not None and int(stated) != crc32(http_response.content):
        raise ConnectionClosedError(endpoint_url=http_response.url)


def read(operation: Callable[P, T], *args: P.args, **parameters: P.kwargs) -> T:
    """Return the reply of an operation of the client that reads.

    Raises
    ------
    Busy, StoreFailed
        It failed; botocore has retried it already.
    """
    from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

    try:
        return operation(*args, **parameters)
    except (ConnectionError, HTTPClientError) as error:
        raise Busy(str(error)) from error
    except ClientError as error:
        passes = error.response["Error"]["Code"] in PASSING or is_outage(error)
        raise (Busy if passes else StoreFailed)(str(error)) from error


def is_outage(error: ClientError) -> bool:
    """Whether the fault is DynamoDB's; the request may have been carried out nevertheless."""
    return error.response["ResponseMetadata"]["HTTPStatusCode"] >= 500
