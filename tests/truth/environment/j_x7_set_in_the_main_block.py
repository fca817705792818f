"""Set in the main block, before the function that uses devices is called."""

import argparse
import os

import jax
import jax.numpy as jnp


def main(args):
    print(jax.jit(lambda x: x * 2)(jnp.ones(args.size)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu")
    parser.add_argument("--size", type=int, default=4)
    args = parser.parse_args()
    if args.gpu is not None:
        os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu
    main(args)
