"""Hypothesis repeats the same examples in every run; ``BOODLE_SLOW=1`` tries ten times as many."""

import os

from hypothesis import HealthCheck, settings

EXAMPLES = 100

for name, examples in (("rules", EXAMPLES), ("rules-slow", 10 * EXAMPLES)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile("rules-slow" if os.environ.get("BOODLE_SLOW") == "1" else "rules")
