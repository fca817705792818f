"""A flag that XLA does not know any more stops the process."""

import os

import jax


def set_flags():
    flags = os.environ.get("XLA_FLAGS", "")
    flags += (
        "--xla_gpu_enable_triton_softmax_fusion=true "  # want: JOL903
        "--xla_gpu_triton_gemm_any=false "
        "--xla_gpu_enable_latency_hiding_scheduler=true "
    )
    os.environ["XLA_FLAGS"] = flags


set_flags()
print(jax.devices())
