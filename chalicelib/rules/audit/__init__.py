"""What a finished hand shows once its whole deal is known (R9-R11)."""
