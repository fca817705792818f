"""What code does beyond giving its result: one table, one walk, one form of answer."""
