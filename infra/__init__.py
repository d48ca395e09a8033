"""The parts for AWS beside the function: the table, the gateway's own answers, the packager."""
