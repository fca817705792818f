"""Options in functions that are called for them, behind a test, and such as change no results."""

import jax

jax.config.update("jax_compilation_cache_dir", "/tmp/cache")


def use_64_bits():
    jax.config.update("jax_enable_x64", True)


if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
