"""Clients that public generators make of ``openapi.json``, and linters that read it."""
