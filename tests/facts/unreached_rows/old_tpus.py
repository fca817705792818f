"""What only ran on the TPU nodes that Colab had, whose address nothing sets any more."""

import os
import sys
from os import environ, getenv

import jax

if "COLAB_TPU_ADDR" in os.environ:
    import jax.tools.colab_tpu

    jax.tools.colab_tpu.setup_tpu()  # fact: unreached_rows unreached
else:
    print("no TPU")

if "google.colab" in sys.modules and "COLAB_TPU_ADDR" not in environ.keys():
    print("choose another runtime")
elif "google.colab" in sys.modules and "COLAB_TPU_ADDR" in environ:
    print("a TPU")  # fact: unreached_rows unreached

ADDRESS = getenv("COLAB_TPU_ADDR", "")
ON_TPU = bool(os.environ.get("COLAB_TPU_ADDR"))

if ADDRESS:
    print(ADDRESS)  # fact: unreached_rows unreached
if not ON_TPU:
    print("on the host")
else:
    print("on a TPU")  # fact: unreached_rows unreached
if ADDRESS is None or "google.colab" in sys.modules:
    print("perhaps")
if os.environ.get("COLAB_TPU_ADDR", "here") or "COLAB_TPU_ADDR" in sys.argv:
    print("another value, another place")

try:
    address = os.environ["COLAB_TPU_ADDR"]
    jax.tools.colab_tpu.setup_tpu()  # fact: unreached_rows unreached
except KeyError:
    print("no TPU")
