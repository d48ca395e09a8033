"""The portable hand record (``docs/hand-record.md``)."""
