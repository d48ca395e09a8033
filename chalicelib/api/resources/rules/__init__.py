"""The resource ``rules``: its routes, requests and answers."""
