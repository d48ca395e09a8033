"""The resource ``standings``: its routes, requests and answers."""
