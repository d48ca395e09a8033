"""Draws: how phones take part in the shuffle."""
