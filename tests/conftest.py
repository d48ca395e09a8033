"""What all tests share."""

from __future__ import annotations

import pytest

# Failing assertions in the helpers show their values too.
pytest.register_assert_rewrite("harness")

pytest_plugins = ["harness.chance", "harness.fixtures"]
