"""Random keys: where they come from and where they are used up."""
