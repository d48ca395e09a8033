"""The competition: players, rounds, seating and standings.

Pure, and knows nothing of the card game. Values are frozen; what is decided about them are
functions that give new values, or raise a :class:`~chalicelib.league.errors.LeagueError`.
"""
