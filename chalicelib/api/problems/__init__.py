"""Every error that the API gives, as problem+json (RFC 9457)."""
