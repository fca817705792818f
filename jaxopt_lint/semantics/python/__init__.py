"""What holds of any Python file, whatever it imports."""
