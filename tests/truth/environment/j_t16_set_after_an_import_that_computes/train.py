"""The flags come after an import that has started the backend: they neither replace others, nor
does an unknown one among them end the process."""

import os

from table import STEPS

os.environ["XLA_FLAGS"] = "--xla_gpu_enable_triton_softmax_fusion=true"  # want: JOL901

if __name__ == "__main__":
    print(STEPS[-1])
