import jax
import jax.numpy as jnp

NUM_PARTICLES = 4_096
REFINE_STEPS = 2_000


def energy(position):
    return jnp.sum(position**4 - 8.0 * position**2)


def refine(position):
    def descend(_, p):
        return p - 1e-3 * jax.grad(energy)(p)

    return jax.lax.fori_loop(0, REFINE_STEPS, descend, position)


def update_particle(position, is_uncertain):
    """Only the few uncertain particles pay for the long refinement."""
    return jax.lax.cond(is_uncertain, refine, lambda p: p, position)


@jax.jit
def update_all(positions, uncertain):
    return jax.vmap(update_particle)(positions, uncertain)


position_key, flag_key = jax.random.split(jax.random.key(0))
positions = jax.random.normal(position_key, (NUM_PARTICLES, 32))
uncertain = jax.random.bernoulli(flag_key, 0.01, (NUM_PARTICLES,))
positions = update_all(positions, uncertain)
print(positions.shape)
