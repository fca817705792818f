"""Flags that are gathered in a list, some of them where they are asked for."""

import os

import jax
import jax.numpy as jnp


def prepare(count, many):
    flags = []
    others = []
    if count:
        flags.append(f"--xla_force_host_platform_device_count={count}")
    if many:
        flags.append("--xla_gpu_enable_latency_hiding_scheduler=true")
        flags.append("--xla_gpu_enable_async_all_gather=true")  # want: JOL903 "`--xla_gpu_enable_async_all_gather` is gone since jaxlib 0.4.30"
        others.append("--xla_gpu_enable_async_reduce_scatter=true")
    if flags:
        os.environ["XLA_FLAGS"] = " ".join(flags)
    return others


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    return jnp.sin(x)
