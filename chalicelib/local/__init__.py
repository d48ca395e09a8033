"""Boodle on a laptop: the server, the data folder, the demonstration, the command line."""
