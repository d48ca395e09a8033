"""The resource ``seats``: its routes, requests and answers."""
