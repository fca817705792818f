"""The same of a flag whose meaning is the default now."""

import os

import jax

flags = os.environ.get("XLA_FLAGS", "")
flags += "--xla_gpu_enable_async_collectives=true "  # want: JOL903
flags += "--xla_gpu_enable_highest_priority_async_stream=true "
os.environ["XLA_FLAGS"] = flags

print(jax.device_count())
