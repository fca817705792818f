"""Physics-informed fit of a Burgers-type equation; small tanh network."""
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
import optax

NU = 0.02
SIZES = (2, 48, 48, 48, 1)


def init(key):
    return [(jax.random.normal(k, (i, o)) * jnp.sqrt(1.0 / i), jnp.zeros(o))
            for k, i, o in zip(jax.random.split(key, 4), SIZES[:-1], SIZES[1:])]


def u(params, t, x):
    h = jnp.stack([t, x])
    for w, b in params[:-1]:
        h = jnp.tanh(h @ w + b)
    w, b = params[-1]
    return (h @ w + b)[0]


def residual(params, t, x):
    val = u(params, t, x)
    ut = jax.grad(u, 1)(params, t, x)
    ux = jax.grad(u, 2)(params, t, x)
    uxx = jax.grad(jax.grad(u, 2), 2)(params, t, x)
    return ut + val * ux - NU * uxx


def losses(params, pts, ic):
    r = jax.vmap(partial(residual, params))(pts[:, 0], pts[:, 1])
    start = jax.vmap(lambda x: u(params, 0.0, x))(ic)
    left = jax.vmap(lambda t: u(params, t, -1.0))(pts[:, 0])
    right = jax.vmap(lambda t: u(params, t, 1.0))(pts[:, 0])
    pde = jnp.mean(r ** 2)
    bnd = jnp.mean((start + jnp.sin(jnp.pi * ic)) ** 2) + jnp.mean(left ** 2) + jnp.mean(right ** 2)
    return pde + 5.0 * bnd, (pde, bnd)


tx = optax.adam(2e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def step(params, opt, pts, ic):
    (total, parts), g = jax.value_and_grad(losses, has_aux=True)(params, pts, ic)
    sens = jax.vmap(jax.grad(residual), (None, 0, 0))(params, pts[:, 0], pts[:, 1])
    spread = jnp.sqrt(sum(jnp.sum(s ** 2, axis=tuple(range(1, s.ndim))) for s in jax.tree.leaves(sens)))
    upd, opt = tx.update(g, opt)
    info = {"total": total, "pde": parts[0], "bnd": parts[1], "spread": spread}
    return optax.apply_updates(params, upd), opt, info


def collocation(rng, n):
    return rng.uniform((0.0, -1.0), (1.0, 1.0), (n, 2)).astype(np.float32)


def main():
    rng = np.random.default_rng(0)
    params = init(jax.random.key(0))
    opt = tx.init(params)
    curve = []
    for i in range(100):
        ic = rng.uniform(-1, 1, 128).astype(np.float32)
        params, opt, info = step(params, opt, collocation(rng, 256), ic)
        curve.append((info["total"], info["pde"], info["bnd"]))
    curve = np.array(jax.device_get(curve))
    for k in (0, 33, 66, 99):
        print(f"step {k:3d} total {curve[k, 0]:.4f} pde {curve[k, 1]:.4f} boundary {curve[k, 2]:.4f}")


if __name__ == "__main__":
    main()
