"""A script that nobody imports does its work there."""

import jax

print("no block")

if __name__ == "__main__":
    jax.random.normal(jax.random.key(0))
