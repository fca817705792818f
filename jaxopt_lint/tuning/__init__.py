"""Making a program faster by proven fixes: what helped, what a run printed, how to go back."""
