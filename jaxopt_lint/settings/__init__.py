"""What the user and the project ask for, and which files are meant."""
