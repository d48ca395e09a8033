"""The resource ``players``: its routes, requests and answers."""
