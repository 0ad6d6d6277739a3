"""What speaks and analyses."""
