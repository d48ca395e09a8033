"""The resource ``leagues``: its routes, requests and answers."""
