"""The same with a formatted string, in the main block: the order is fine, the loss is not."""

import argparse
import os
import sys

import jax
from absl import app


def main(argv):
    print(argv, jax.devices())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--devices", type=int, default=8)
    args, rest = parser.parse_known_args()
    jax.config.update("jax_platforms", "cpu")
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={args.devices}"  # want: JOL902
    app.run(main, argv=[sys.argv[0]] + rest)
