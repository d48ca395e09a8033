"""The Store on DynamoDB."""
