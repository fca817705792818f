"""Which arguments of which functions are functions that JAX traces."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transform:
    """How one API treats the functions that it is given.

    Attributes:
        kind: the idea, shared by all spellings ("jit" for `jax.jit` and `nnx.jit`).
        positions: positional arguments that are functions (or lists of functions).
        keywords: the same by keyword.
        wrapper: it returns a function; otherwise it runs the function at once.
        staged: Python runs once, on abstract values.
        host: the function runs on the host, outside of any trace.
        lifted: a framework's own form, with its own rules for state and static values.
    """

    kind: str
    positions: tuple[int, ...] = (0,)
    keywords: tuple[str, ...] = ("fun", "f", "fn")
    wrapper: bool = True
    staged: bool = True
    host: bool = False
    lifted: bool = False


_JIT = Transform("jit")
_GRAD = Transform("grad", staged=False)
_VALUE_AND_GRAD = Transform("value_and_grad", staged=False)
_JACOBIAN = Transform("jacobian", staged=False)
_SHARD_MAP = Transform("shard_map")
_SCAN = Transform("scan", wrapper=False)
_WHILE = Transform("while_loop", (0, 1), ("cond_fun", "body_fun"), wrapper=False)
_FORI = Transform("fori_loop", (2,), ("body_fun",), wrapper=False)
_COND = Transform("cond", (1, 2), ("true_fun", "false_fun"), wrapper=False)
_SWITCH = Transform("switch", (1,), ("branches",), wrapper=False)
_HOST = Transform(
    "host", keywords=("callback", "callback_func"), wrapper=False, staged=False, host=True
)


def _lifted(like: Transform) -> Transform:
    return Transform(
        like.kind, like.positions, (*like.keywords, "target", "module_fn", "func"),
        like.wrapper, like.staged, like.host, True,
    )  # fmt: skip


TRANSFORMS: dict[str, Transform] = {
    "jax.jit": _JIT,
    "jax.experimental.pjit.pjit": _JIT,
    "jax.pjit": _JIT,
    "jax.pmap": Transform("pmap"),
    "jax.vmap": Transform("vmap"),
    "jax.grad": _GRAD,
    "jax.value_and_grad": _VALUE_AND_GRAD,
    "jax.jacfwd": _JACOBIAN,
    "jax.jacrev": _JACOBIAN,
    "jax.jacobian": _JACOBIAN,
    "jax.hessian": _JACOBIAN,
    "jax.jvp": Transform("jvp", wrapper=False, staged=False),
    "jax.vjp": Transform("vjp", wrapper=False, staged=False),
    "jax.linearize": Transform("linearize", wrapper=False),
    "jax.checkpoint": Transform("checkpoint"),
    "jax.custom_jvp": Transform("custom_jvp", staged=False),
    "jax.custom_vjp": Transform("custom_vjp", staged=False),
    "jax.custom_gradient": Transform("custom_vjp", staged=False),
    "jax.named_call": Transform("named_call", staged=False),
    "jax.eval_shape": Transform("eval_shape", wrapper=False),
    "jax.make_jaxpr": Transform("eval_shape"),
    "jax.shard_map": _SHARD_MAP,
    "jax.smap": _SHARD_MAP,
    "jax.experimental.shard_map.shard_map": _SHARD_MAP,
    "jax.lax.scan": _SCAN,
    "jax.lax.while_loop": _WHILE,
    "jax.lax.fori_loop": _FORI,
    "jax.lax.cond": _COND,
    "jax.lax.switch": _SWITCH,
    "jax.lax.map": Transform("map", wrapper=False),
    "jax.lax.associative_scan": Transform("associative_scan", wrapper=False),
    "jax.experimental.pallas.pallas_call": Transform("pallas_call", keywords=("kernel",)),
    "jax.pure_callback": _HOST,
    "jax.experimental.io_callback": _HOST,
    "jax.debug.callback": _HOST,
    "jax.experimental.host_callback.id_tap": _HOST,
    "jax.experimental.host_callback.call": _HOST,
    # flax
    "flax.linen.jit": _lifted(_JIT),
    "flax.linen.vmap": _lifted(Transform("vmap")),
    "flax.linen.scan": _lifted(Transform("scan")),
    "flax.linen.remat": _lifted(Transform("checkpoint")),
    "flax.linen.checkpoint": _lifted(Transform("checkpoint")),
    "flax.linen.remat_scan": _lifted(Transform("scan")),
    "flax.linen.compact": Transform("compact", staged=False, lifted=True),
    "flax.nnx.jit": _lifted(_JIT),
    "flax.nnx.pmap": _lifted(Transform("pmap")),
    "flax.nnx.vmap": _lifted(Transform("vmap")),
    "flax.nnx.scan": _lifted(Transform("scan")),
    "flax.nnx.remat": _lifted(Transform("checkpoint")),
    "flax.nnx.grad": _lifted(_GRAD),
    "flax.nnx.value_and_grad": _lifted(_VALUE_AND_GRAD),
    "flax.nnx.cond": _COND,
    "flax.nnx.while_loop": _WHILE,
    "flax.nnx.fori_loop": _FORI,
    "flax.nnx.shard_map": _lifted(_SHARD_MAP),
    # equinox
    "equinox.filter_jit": _lifted(_JIT),
    "equinox.filter_pmap": _lifted(Transform("pmap")),
    "equinox.filter_vmap": _lifted(Transform("vmap")),
    "equinox.filter_grad": _lifted(_GRAD),
    "equinox.filter_value_and_grad": _lifted(_VALUE_AND_GRAD),
    "equinox.filter_checkpoint": _lifted(Transform("checkpoint")),
    "equinox.filter_eval_shape": Transform("eval_shape", wrapper=False),
    "equinox.filter_pure_callback": _HOST,
    "equinox.internal.while_loop": _WHILE,
    # jax_dataclasses: `jax.jit`, but that annotations say what is static
    "jax_dataclasses.jit": _JIT,
    # haiku
    "haiku.scan": _SCAN,
    "haiku.while_loop": _WHILE,
    "haiku.fori_loop": _FORI,
    "haiku.cond": _COND,
    "haiku.switch": _SWITCH,
    "haiku.map": Transform("map", wrapper=False),
    "haiku.remat": _lifted(Transform("checkpoint")),
    "haiku.vmap": _lifted(Transform("vmap")),
    "haiku.grad": _lifted(_GRAD),
    "haiku.value_and_grad": _lifted(_VALUE_AND_GRAD),
    "haiku.jit": _lifted(_JIT),
    "haiku.transform": Transform("transform", staged=False, lifted=True),
    "haiku.transform_with_state": Transform("transform", staged=False, lifted=True),
    # haliax
    "haliax.named_jit": _lifted(_JIT),
    "haliax.vmap": _lifted(Transform("vmap")),
    "haliax.shard_map": _lifted(_SHARD_MAP),
}

# Decorators and wrappers that give back a function with the same parameters.
TRANSPARENT = frozenset(
    {"functools.wraps", "functools.lru_cache", "functools.cache", "jaxtyping.jaxtyped",
     "beartype.beartype", "chex.assert_max_traces", "jax.named_scope", "typing.no_type_check"}
)  # fmt: skip

# A call of what these compile returns when its results are there: Equinox, from 0.11.8 on, waits
# for them to raise the errors of `eqx.error_if` where they belong.
SYNCHRONOUS = frozenset({"equinox.filter_jit"})

# Transforms under which Python runs once, at trace time, on abstract values.
STAGING = frozenset(
    {"jit", "pmap", "scan", "while_loop", "fori_loop", "cond", "switch", "map", "shard_map",
     "associative_scan", "eval_shape", "checkpoint", "pallas_call", "vmap"}
)  # fmt: skip

# Those of them that run a function turn by turn.
TURNING = frozenset({"scan", "while_loop", "fori_loop", "map"})

# Those of them under which values that do not come from an argument may stay concrete, or nothing
# is computed at all.
WEAK = frozenset({"vmap", "checkpoint", "eval_shape"})
