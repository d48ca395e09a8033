"""The services of Boodle: load, decide, commit. Knows the Store port, and no HTTP."""
