"""Hands, by what is known of their cards: known, observed and scored."""
