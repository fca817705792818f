"""What is compiled, how often, and what makes it compile again."""
