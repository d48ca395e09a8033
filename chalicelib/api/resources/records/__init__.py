"""The resource ``records``: its routes, requests and answers."""
