"""Standings and histories as files."""
