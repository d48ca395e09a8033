"""Storage: the Store port, its adapters, and every stored record."""
