"""The code that runs in the harness's child processes, under the user's own interpreter.

It imports the standard library, numpy and jax only, never the rest of jaxopt_lint: the user's
interpreter need not have this tool installed, and nothing of it may shadow the user's modules.
"""
