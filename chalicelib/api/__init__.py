"""HTTP: routes, models, problems. Only this package and ``app.py`` know chalice."""
