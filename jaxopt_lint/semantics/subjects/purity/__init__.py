"""What traced code reads from outside, and what it leaves there."""
