"""The resource ``general``: its routes, requests and answers."""
