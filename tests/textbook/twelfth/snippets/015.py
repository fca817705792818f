import jax
import jax.numpy as jnp
import numpy as np


def load_events(n=1000):
    rng = np.random.default_rng(0)
    start = np.int64(1_700_000_000_000_000_000)
    gaps = rng.integers(1_000_000_000, 60_000_000_000, size=n, dtype=np.int64)
    return start + np.cumsum(gaps)


@jax.jit
def inter_event_seconds(timestamps):
    return jnp.diff(timestamps) / 1e9


@jax.jit
def rate_histogram(seconds):
    edges = jnp.linspace(0.0, 60.0, 13)
    return jnp.histogram(seconds, bins=edges)[0]


def main():
    stamps = jnp.asarray(load_events())
    seconds = inter_event_seconds(stamps)
    print("mean gap [s]:", seconds.mean())
    print(rate_histogram(seconds))


if __name__ == "__main__":
    main()
