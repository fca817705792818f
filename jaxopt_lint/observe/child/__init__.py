"""The code that runs inside the program that is watched, under the user's own interpreter.

It imports the standard library only, and jax only where the program has done so before. The
user's interpreter need not have this tool installed, and nothing of it may shadow the user's
modules.
"""
