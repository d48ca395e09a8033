"""What all tests share: failing assertions in the helpers show their values too."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    "boodle", "local.support", "proof.nights", "proof.phones", "proof.weather"
)
