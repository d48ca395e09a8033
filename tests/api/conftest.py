"""The fixtures of the API's tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("boodle")

from boodle import club, dynamo_store, store  # noqa: E402

__all__ = ["club", "dynamo_store", "store"]
