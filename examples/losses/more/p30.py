"""Physics-informed network for a Burgers-like equation; a float64 reference for the error."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np
import optax

jax.config.update("jax_enable_x64", True)  # the reference solution needs it

NU = 0.02


def reference(nx=256, steps=4000, t_end=1.0):
    """Upwind-free Lax-Wendroff solution in float64 on the host."""
    x = np.linspace(-1, 1, nx)
    u = -np.sin(np.pi * x)
    dx, dt = x[1] - x[0], t_end / steps
    for _ in range(steps):
        ux = (np.roll(u, -1) - np.roll(u, 1)) / (2 * dx)
        uxx = (np.roll(u, -1) - 2 * u + np.roll(u, 1)) / dx ** 2
        u = u + dt * (NU * uxx - u * ux)
        u[0] = u[-1] = 0.0
    return x, u


def init_network(key, width, depth):
    sizes = [2] + [width] * depth + [1]
    params = []
    for k, a, b in zip(jax.random.split(key, depth + 1), sizes[:-1], sizes[1:]):
        w = jax.random.normal(k, (a, b)) * np.sqrt(1.0 / a).item()
        params.append((w, jnp.zeros(b)))
    return params


def network(params, t, x):
    h = jnp.stack([t, x])
    for w, b in params[:-1]:
        h = jnp.tanh(h @ w + b)
    w, b = params[-1]
    return (h @ w + b)[0] * (1.0 - x ** 2) * t - jnp.sin(jnp.pi * x)


def residual(params, t, x):
    u = network(params, t, x)
    ut = jax.grad(network, 1)(params, t, x)
    ux = jax.grad(network, 2)(params, t, x)
    uxx = jax.grad(jax.grad(network, 2), 2)(params, t, x)
    return ut + u * ux - NU * uxx


def loss_fn(params, points):
    r = jax.vmap(residual, (None, 0, 0))(params, points[:, 0], points[:, 1])
    return jnp.mean(r ** 2)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--width", type=int, default=96)
    ap.add_argument("--steps", type=int, default=80)
    ap.add_argument("--points", type=int, default=2048)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    params = jax.jit(init_network, static_argnums=(1, 2))(jax.random.PRNGKey(0), args.width, 3)
    tx = optax.adam(3e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def step(params, opt_state, points):
        loss, grads = jax.value_and_grad(loss_fn)(params, points)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    for i in range(args.steps):
        points = rng.random((args.points, 2), dtype=np.float32)
        points[:, 1] = 2.0 * points[:, 1] - 1.0
        params, opt_state, loss = step(params, opt_state, points)
        if (i + 1) % 20 == 0:
            print(f"step {i + 1}: residual {float(loss):.5f}")

    x, u = reference()
    guess = jax.jit(jax.vmap(network, (None, None, 0)))(params, np.float32(1.0), x.astype(np.float32))
    print(f"rms error at t=1: {np.sqrt(np.mean((np.asarray(guess) - u) ** 2)):.3f}")


if __name__ == "__main__":
    main()
