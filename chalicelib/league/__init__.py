"""The competition: seating and standings. Pure, and knows nothing of the card game."""
