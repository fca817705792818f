"""What was set before is kept, put back, or only looked at."""

import os

previous = os.environ.get("XLA_FLAGS", "")
os.environ["XLA_FLAGS"] = previous + " --xla_force_host_platform_device_count=8"
os.environ["LIBTPU_INIT_ARGS"] = f"{os.getenv('LIBTPU_INIT_ARGS', '')} --xla_tpu_enable_x=true"

import jax  # noqa: E402


def append(flag):
    flags = os.environ.get("XLA_FLAGS", "").split()
    flags.append(flag)
    os.environ["XLA_FLAGS"] = " ".join(flags)


def only_where_unset():
    if "XLA_FLAGS" not in os.environ:
        os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_enable_fast_math=true")


def scoped(step, x):
    saved = os.environ["XLA_FLAGS"]
    os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=0"
    try:
        return step(x)
    finally:
        os.environ["XLA_FLAGS"] = saved


def from_configuration(config):
    # What the text is, and whether it holds what was there, is not known.
    os.environ["XLA_FLAGS"] = config.xla_flags


def more():
    os.environ["XLA_FLAGS"] += " --xla_gpu_autotune_level=0"


def for_a_child(command, run):
    environment = dict(os.environ)
    environment["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
    return run(command, env=environment, jax=jax)
