"""The options that make up the rules of a game, and the presets that set them."""
