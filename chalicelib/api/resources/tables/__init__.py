"""The resource ``tables``: its routes, requests and answers."""
