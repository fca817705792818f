"""Flags, profile-guided compilation and a pipeline over devices, each with its mistake."""

import os

os.environ["XLA_FLAGS"] = (  # want: JOL902
    "--xla_gpu_triton_gemm_any=True "
    "--xla_gpu_enable_latency_hiding_scheduler=true "
)

import functools  # noqa: E402

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from jax._src import config  # noqa: E402  # want: JOL705

STAGES = 4
MICROBATCHES = 3
FORWARD = [(i, i + 1) for i in range(STAGES - 1)]
RING = [(0, 1), (1, 2), (2, 3), (3, 0)]


@jax.jit
def train_step(w):
    return w - 0.1 * jax.grad(lambda p: jnp.sum(p**2))(w)


def profiled(w):
    compiled = train_step.lower(w).compile()
    with config.enable_pgle(True), config.pgle_profiling_runs(1):
        w = compiled(w)  # want: JOL904
        return compiled(w)  # want: JOL904


def lowered(w):
    return train_step(w).lower().compile()  # want: JOL904


def is_first_stage(x):
    return jax.lax.broadcasted_iota("int32", x.shape, 0) == 0  # want: JOL611


def turn(carry, i, stream, weights):
    passed_on, out = carry
    fresh = jax.lax.dynamic_index_in_dim(stream, i % MICROBATCHES, keepdims=True)
    mine = jnp.where(is_first_stage(passed_on), fresh, passed_on)
    done = jnp.tanh(mine @ weights[0])
    return (jax.lax.ppermute(done, "stage", perm=FORWARD), done), None


mesh = jax.make_mesh((STAGES,), ("stage",), axis_types=(jax.sharding.AxisType.Auto,))


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(jax.P(), jax.P("stage")), out_specs=jax.P("stage"),
    check_vma=False,
)
def pipeline(stream, weights):
    start = jnp.zeros_like(stream[:1])
    body = functools.partial(turn, stream=stream, weights=weights)
    (_, out), _ = jax.lax.scan(body, (start, start), jnp.arange(MICROBATCHES + STAGES - 1))
    return out


def around_the_ring(x):
    # All wait for their neighbour, and nobody starts.
    jax.lax.psend(x, "stage", perm=RING)  # want: JOL608
    token = jax.lax.create_token()
    return jax.lax.precv(token, jax.typeof(x), "stage", perm=RING)  # want: JOL608


def main():
    weights = jnp.full((STAGES, 4, 4), 0.1)
    return {"profiled": profiled(jnp.ones(4)), "out": pipeline(jnp.ones((3, 2, 4)), weights)}
