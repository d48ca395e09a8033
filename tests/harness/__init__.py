"""The one way in which tests drive a league, and other parts that they share."""
