import os
from os import environ

environ["XLA_FLAGS"] = "--xla_gpu_triton_gemm_any=true"  # want: JOL902 (info) "is replaced"

# Tuned on one node.
os.environ['XLA_FLAGS'] = (  # want: JOL902 (info)
    '--xla_gpu_triton_gemm_any=True '  # matrix products
    '--xla_gpu_enable_latency_hiding_scheduler=true '
)
os.environ.update({
    "NCCL_PROTO": "SIMPLE,LL,LL128",
    "LIBTPU_INIT_ARGS": "--xla_tpu_megacore_fusion_allow_ags=false",  # want: JOL902 (info)
})

import jax  # noqa: E402


def simulate(devices, fast):
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={devices}"  # want: JOL902 (info)
    flags = "--xla_cpu_enable_fast_math=true" if fast else "--xla_cpu_enable_fast_math=false"
    os.environ["XLA_FLAGS"] = flags  # want: JOL902 (info)


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    return x + len(os.environ.get("XLA_FLAGS", "")) * 0.0
