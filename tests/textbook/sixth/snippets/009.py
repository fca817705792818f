import jax
import jax.numpy as jnp

NUM_POINTS, NUM_REFINE = 4_096, 500


def coarse_estimate(x):
    return jnp.sum(jnp.sin(x) * jnp.cos(2.0 * x))


def refined_estimate(x):
    def step(z, _):
        z = z - 0.01 * jax.grad(lambda t: jnp.sum((t - x) ** 2) + jnp.sum(jnp.cos(3.0 * t)))(z)
        return z, None

    z, _ = jax.lax.scan(step, x, length=NUM_REFINE)
    return jnp.sum(jnp.sin(z) * jnp.cos(2.0 * z))


def estimate(x, needs_refinement):
    return jax.lax.cond(needs_refinement, refined_estimate, coarse_estimate, x)


estimate_batch = jax.jit(jax.vmap(estimate))


if __name__ == "__main__":
    points = jax.random.normal(jax.random.key(0), (NUM_POINTS, 64))
    flagged = jnp.arange(NUM_POINTS) % 100 == 0
    values = estimate_batch(points, flagged)
    print(f"refined {int(flagged.sum())} of {NUM_POINTS}: mean {values.mean():.4f}")
