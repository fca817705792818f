import os

# Leave some room to others.
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"  # want: JOL911 (warning) "asks the driver for the memory of every array"

import jax  # noqa: E402


def start():
    # What this one runs is not seen.
    os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"  # want: JOL911 (info)

    from trainer import main

    main()


def prepare():
    os.environ.setdefault("XLA_PYTHON_CLIENT_ALLOCATOR", "platform")  # want: JOL911 (info)


def train_step(params, x):
    return params - 0.1 * jax.grad(lambda p: ((x @ p) ** 2).mean())(params)


if __name__ == "__main__":
    print(jax.jit(train_step)(jax.numpy.ones(3), jax.numpy.ones((2, 3))))
