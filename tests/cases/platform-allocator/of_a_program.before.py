import os

# Leave some room to others.
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"  # want: JOL911 "asks the driver for the memory of every array"

import jax  # noqa: E402


def prepare():
    os.environ.setdefault("XLA_PYTHON_CLIENT_ALLOCATOR", "platform")  # want: JOL911


if __name__ == "__main__":
    print(jax.jit(lambda x: x + 1)(jax.numpy.ones(3)))
