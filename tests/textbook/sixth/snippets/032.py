import jax
import jax.numpy as jnp

NUM_CHUNKS, CHUNK, DIM = 50_000, 16, 64


@jax.jit
def feature_moments(chunks):
    def accumulate(carry, chunk):
        total, total_sq = carry
        total = total + jnp.mean(chunk, axis=0)
        total_sq = total_sq + jnp.mean(chunk**2, axis=0)
        return (total, total_sq), None

    zeros = jnp.zeros(chunks.shape[-1], dtype=jnp.bfloat16)
    (total, total_sq), _ = jax.lax.scan(accumulate, (zeros, zeros), chunks)
    mean = total / chunks.shape[0]
    variance = total_sq / chunks.shape[0] - mean**2
    return mean, variance


if __name__ == "__main__":
    noise = jax.random.normal(jax.random.key(0), (NUM_CHUNKS, CHUNK, DIM), dtype=jnp.bfloat16)
    mean, variance = feature_moments(noise + 1)
    print("mean:", mean[:4], "variance:", variance[:4])
