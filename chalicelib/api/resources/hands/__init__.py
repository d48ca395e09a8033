"""The resource ``hands``: its routes, requests and answers."""
