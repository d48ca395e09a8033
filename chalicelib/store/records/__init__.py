"""Every stored record: its key, its format, its text."""
