# not executed: there is no fix
import jax


def run(seed):
    rng = jax.random.PRNGKey(seed)
    rng = rng + jax.process_index()  # want: JOL809 (warning) "arithmetic on a key of `jax.random.PRNGKey`"
    key, rng = jax.random.split(rng)
    return jax.random.normal(key), rng


def noise(seed, step):
    first = jax.random.split(jax.random.PRNGKey(seed))[0]
    return jax.random.normal(first + step)  # want: JOL809 (warning) "`first . step`"
