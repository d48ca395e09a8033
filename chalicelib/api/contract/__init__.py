"""The OpenAPI document and the pages made from the route table."""
