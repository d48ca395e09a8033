"""Boodle: the scorekeeper behind app.py."""
