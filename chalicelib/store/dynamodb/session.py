"""The session that makes AWS clients, so that what they load is loaded once.

It is botocore's own. boto3 would add resources and file transfers, which nothing here uses and
which take a Lambda longer to import than this whole floor.

For a service with one call in use, ``aws_models`` has botocore's description of that call alone.
The full description of Systems Manager is two megabytes, read before the one request that gets the
keys.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from botocore.session import Session

MODELS: Final = Path(__file__).with_name("aws_models")


@cache
def session() -> Session:
    """Return the process's session. botocore forbids making clients on two threads at once."""
    from botocore.loaders import Loader
    from botocore.session import get_session

    made = get_session()
    made.register_component("data_loader", Loader(extra_search_paths=[str(MODELS)]))
    return made
