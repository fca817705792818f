import jax
import jax.numpy as jnp
import optax

opt = optax.sgd(1e-2, momentum=0.9)


def objective(p, x, y):
    return jnp.mean(jnp.square(x @ p["w"] + p["b"] - y))


@jax.jit(donate_argnums=(0, 1))
def step(p, s, x, y):
    g = jax.grad(objective)(p, x, y)
    u, s = opt.update(g, s, p)
    return optax.apply_updates(p, u), s


@jax.jit
def distance(a, b):
    return optax.global_norm(jax.tree.map(jnp.subtract, a, b))


def train(p, batches):
    s = opt.init(p)
    moved = []
    for i, (x, y) in enumerate(batches):
        new_p, s = step(p, s, x, y)
        if i % 100 == 0:
            moved.append(distance(new_p, p))
        p = new_p
    return p, moved
