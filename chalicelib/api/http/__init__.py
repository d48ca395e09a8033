"""HTTP for the routes: adapter, routing, bodies, limits."""
