import jax
import jax.numpy as jnp
import jax.ops


@jax.jit
def segment_means(values, ids):
    uniq, inverse = jnp.unique(ids, return_inverse=True)
    sums = jnp.zeros(ids.shape[0]).at[inverse].add(values)
    counts = jnp.zeros(ids.shape[0]).at[inverse].add(1.0)
    return uniq, sums / jnp.maximum(counts, 1.0)


def summarise(frame):
    return segment_means(frame["value"], frame["group"])


if __name__ == "__main__":
    print(summarise({"value": jnp.arange(4.0), "group": jnp.array([3, 3, 7, 9])}))
