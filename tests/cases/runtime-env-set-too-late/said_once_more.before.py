# not executed: it only sets variables
import os

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
os.environ["TF_GPU_ALLOCATOR"] = "cuda_malloc_async"

import jax

print(jax.devices())
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # want: JOL901 (info) "it has no effect"

os.environ["CUDA_VISIBLE_DEVICES"] = "0"  # want: JOL901 (warning) "it has no effect"
