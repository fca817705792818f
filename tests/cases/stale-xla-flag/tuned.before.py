# not executed: the original aborts the process
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + (
    " --xla_gpu_triton_gemm_any=true "  # want: JOL903 JOL903 "jaxlib 0.4.3"
    "--xla_gpu_enable_triton_softmax_fusion=true "
    # Overlap.
    "--xla_gpu_enable_latency_hiding_scheduler=true "
    "--xla_gpu_enable_async_collectives=true"
)

import jax  # noqa: E402


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    return x * 2
