"""The Store on one SQLite file."""
