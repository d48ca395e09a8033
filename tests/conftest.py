"""What all tests share: failing assertions in the helpers show their values too."""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long one example takes says more about the machine's other work than about ours.
settings.register_profile("boodle", deadline=None)
settings.load_profile("boodle")

pytest.register_assert_rewrite(
    "boodle", "local.support", "proof.nights", "proof.phones", "proof.weather"
)
