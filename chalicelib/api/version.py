"""The version of Boodle that serves."""

VERSION = "0.1.0"
