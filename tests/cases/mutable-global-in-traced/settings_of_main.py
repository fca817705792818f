import argparse

import jax

RATE = 0.1
CONFIG = {"decay": 0.9}


@jax.jit
def step(x):
    return x * CONFIG["decay"] - RATE


def main():
    global RATE
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float)
    arguments = parser.parse_args()
    RATE = arguments.rate
    CONFIG["decay"] = arguments.rate / 2
    x = 1.0
    for _ in range(10):
        x = step(x)
    return x


if __name__ == "__main__":
    main()
