"""The names that processes had when they were called hosts."""

import jax


def shards_of(directory, count):
    per_host = count // jax.host_count()  # want: JOL703
    first = per_host * jax.host_id()  # want: JOL703
    return [f"{directory}/shard_{i}" for i in range(first, first + per_host)]
