"""The resource ``tokens``: its routes, requests and answers."""
