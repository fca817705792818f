import jax
import jax.numpy as jnp
import numpy as np

PARTICLES = 2048


def _host_resample(weights, u):
    edges = np.cumsum(np.asarray(weights))
    return np.searchsorted(edges, np.asarray(u)).astype(np.int32)


def resample(key, weights):
    u = (jnp.arange(PARTICLES) + jax.random.uniform(key)) / PARTICLES
    shape = jax.ShapeDtypeStruct((PARTICLES,), jnp.int32)
    idx = jax.pure_callback(_host_resample, shape, weights, u)
    return jnp.clip(idx, 0, PARTICLES - 1)


@jax.jit
def run(key, observations):
    k_init, k_scan = jax.random.split(key)
    particles = jax.random.normal(k_init, (PARTICLES,))

    def body(particles, inputs):
        k, obs = inputs
        k_move, k_res = jax.random.split(k)
        particles = particles + 0.1 * jax.random.normal(k_move, (PARTICLES,))
        w = jax.nn.softmax(-0.5 * (obs - particles) ** 2)
        idx = resample(k_res, w)
        return particles[idx], jnp.sum(w * particles)

    keys = jax.random.split(k_scan, observations.shape[0])
    return jax.lax.scan(body, particles, (keys, observations))


if __name__ == "__main__":
    obs = jnp.sin(jnp.linspace(0.0, 20.0, 10_000))
    _, means = run(jax.random.key(0), obs)
    print(means[-5:])
