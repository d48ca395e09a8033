"""The resources of the API, each with its handlers and its part of the route table."""
