"""The resource ``rounds``: its routes, requests and answers."""
