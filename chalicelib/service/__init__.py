"""The services of Boodle: load, decide, commit. They know the Store port, and no HTTP."""
