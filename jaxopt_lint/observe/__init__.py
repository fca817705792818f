"""Watches one run of a user's own program: what it does, line by line, and what that costs.

`child/` runs inside the program that is watched, everything else here reads what it wrote.
docs/observe.md describes the format.
"""
