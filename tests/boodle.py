"""Where the harness was; tests that are being moved find it here."""

from harness.club import *  # noqa: F403
from harness.club import Club, Got, League, Table  # noqa: F401
