"""A file that says itself where a TPU is."""

import os
import sys

import jax

if len(sys.argv) > 1:
    os.environ["COLAB_TPU_ADDR"] = sys.argv[1]
if "COLAB_TPU_ADDR" in os.environ:
    import jax.tools.colab_tpu

    jax.tools.colab_tpu.setup_tpu()
