"""Functions that are called above the import of JAX set in time."""

import os
import sys


def append(flag):
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " " + flag
    os.environ["JAX_PLATFORMS"] = "cpu"


def configure(arguments):
    if "--threads" in arguments:
        append("--xla_cpu_multi_thread_eigen=true")


configure(sys.argv)

import jax  # noqa: E402

KEY = jax.random.key(0)


def main():
    return jax.random.normal(KEY, (3,))


if __name__ == "__main__":
    main()
