"""What AWS needs beside the function: the table, the gateway's own answers, and the packager."""
