"""Whatever the user set before is lost."""

import functools
import os

os.environ["XLA_FLAGS"] = "--xla_gpu_graph_min_graph_size=1"  # want: JOL902

from absl import app
import jax


def main(argv):
    del argv
    print(functools.reduce(max, jax.devices(), jax.devices()[0]))


if __name__ == "__main__":
    app.run(main)
