"""Flags that the compiler knows, flags of another variable, and text that is not set."""

import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + (
    " --xla_gpu_triton_gemm_any=true"
    " --xla_gpu_enable_latency_hiding_scheduler=true"
    " --xla_gpu_memory_limit_slop_factor=95"
    " --xla_gpu_all_gather_combine_threshold_bytes=1024"
    " --xla_gpu_enable_command_buffer=''"
    " --xla_disable_hlo_passes=collective-permute-motion"
    " --xla_force_host_platform_device_count=8"
)
os.environ["LIBTPU_INIT_ARGS"] = "--xla_tpu_spmd_rng_bit_generator_unsafe=true"

import jax  # noqa: E402

# Newer than any table, or of another library: nobody can say.
os.environ["XLA_FLAGS"] += " --xla_gpu_something_of_next_year=true --our_own_flag=1"


def parser(add):
    add("--xla_gpu_enable_async_collectives", help="what older releases wanted")


if jax.__version_info__ < (0, 4, 30):
    os.environ["XLA_FLAGS"] += " --xla_gpu_enable_async_collectives=true"
