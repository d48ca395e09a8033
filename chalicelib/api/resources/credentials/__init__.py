"""The resource ``credentials``: its routes, requests and answers."""
