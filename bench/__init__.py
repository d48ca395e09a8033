"""Benchmarks: ``make bench``, or ``python -m bench [--json] [--quick] [NAME…]``.

Targets are ratios of two things measured in the same run, turn about, so that a slow or busy
machine slows both. Absolute times are printed for the eye only. A figure whose baseline cannot
be had is ``missing``, never ``ok``.
"""
