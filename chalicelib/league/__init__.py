"""The competition: players, rounds, seating and standings.

Pure, and independent of the card game. Values are frozen. Decisions are functions that return new
values, or raise a :class:`~chalicelib.league.errors.LeagueError`.
"""
