"""The one way in which tests drive a league, and what else they share."""
