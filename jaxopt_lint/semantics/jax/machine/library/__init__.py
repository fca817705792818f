"""What the calls of libraries give, and what they ask for."""
