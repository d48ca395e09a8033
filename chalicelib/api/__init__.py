"""HTTP: routes, models, problems. Only here and in ``app.py`` is chalice known."""
