"""`jax.config` lives on, and so does this method."""

import jax
from absl import app


def main(argv):
    del argv
    print(jax.process_index(), jax.process_count())


if __name__ == "__main__":
    jax.config.config_with_absl()
    app.run(main)
