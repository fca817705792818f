"""Data-parallel language model step on 8 host devices; gradients averaged once per step."""
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.flatten_util import ravel_pytree
from jax.sharding import NamedSharding, PartitionSpec as P

VOCAB, DIM, CTX, ACC = 256, 128, 32, 4
mesh = jax.make_mesh((8,), ("data",))
REPL, SPLIT = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))


def init(key):
    k = jax.random.split(key, 5)
    s = lambda kk, *sh: jax.random.normal(kk, sh) / np.sqrt(sh[0])
    return {"emb": 0.1 * jax.random.normal(k[0], (VOCAB, DIM)), "mix": s(k[1], DIM, DIM),
            "gate": s(k[2], DIM, DIM), "out": s(k[3], DIM, VOCAB), "decay": jnp.linspace(-2.0, 3.0, DIM)}


def logits_fn(p, tok):
    x = p["emb"][tok]
    a = jax.nn.sigmoid(p["decay"])

    def cell(h, u):
        h = a * h + (1 - a) * u
        return h, h

    _, hs = lax.scan(cell, jnp.zeros((tok.shape[0], DIM)), jnp.swapaxes(x @ p["mix"], 0, 1))
    y = x + jnp.swapaxes(hs, 0, 1) * jax.nn.sigmoid(x @ p["gate"])
    return y @ p["out"]


def loss_fn(p, tok):
    logp = jax.nn.log_softmax(logits_fn(p, tok[:, :-1]))
    return -jnp.take_along_axis(logp, tok[:, 1:, None], -1).mean()


flat0, unravel = ravel_pytree(init(jax.random.key(0)))


def step_body(flat, m, tok):
    def acc(carry, t):
        l, g = jax.value_and_grad(lambda f: loss_fn(unravel(f), t))(flat)
        return carry + jnp.append(g, l), None

    both, _ = lax.scan(acc, jnp.zeros(flat.size + 1), tok.reshape(ACC, -1, tok.shape[-1]))
    both = lax.pmean(both / ACC, "data")
    m = 0.9 * m + both[:-1]
    return flat - 0.1 * m, m, both[-1]


step = jax.jit(jax.shard_map(step_body, mesh=mesh, in_specs=(P(), P(), P("data")),
                             out_specs=(P(), P(), P()), check_vma=False), donate_argnums=(0, 1))


def stream(rng, n):
    start = rng.integers(0, VOCAB, (n, 1))
    stride = rng.integers(1, 4, (n, 1))
    noise = rng.integers(0, 2, (n, CTX + 1))
    return ((start + stride * np.arange(CTX + 1) + noise) % VOCAB).astype(np.int32)


def main():
    flat = jax.device_put(flat0, REPL)
    m = jnp.zeros_like(flat)
    rng = np.random.default_rng(0)
    for i in range(20):
        flat, m, l = step(flat, m, jax.device_put(stream(rng, 8 * ACC * 2), SPLIT))
        if i % 5 == 4:
            print(f"step {i:2d} loss {float(l):.4f}")


if __name__ == "__main__":
    main()
