"""The resource ``actions``: its routes, requests and answers."""
