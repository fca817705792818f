# not executed: the module is gone
"""What notebooks on Colab began with."""

import jax
import jax.tools.colab_tpu  # want: JOL702 "`jax.tools.colab_tpu` was removed in JAX 0.9.2: importing it raises ImportError"

jax.tools.colab_tpu.setup_tpu()
print(jax.devices())
