"""HTTP as the routes see it: adapter, routing, bodies, limits."""
