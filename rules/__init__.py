"""One file a rule; the registry finds them."""
