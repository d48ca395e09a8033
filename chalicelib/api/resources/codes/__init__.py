"""The resource ``codes``: its routes, requests and answers."""
