"""The resource ``people``: its routes, requests and answers."""
