"""The harness: runs the original and the rewrite, and says what that proves.

It knows texts and functions, never rules. Nothing here imports jax or numpy: that happens in
child processes (`child/`), under the interpreter of the project that is checked.
"""
