import jax
import jax.numpy as jnp
import numpy as np

NUM_EVENTS = 1_000_000


@jax.jit
def inter_event_gaps(timestamps):
    ordered = jnp.sort(timestamps)
    gaps = jnp.diff(ordered)
    return gaps.mean(), gaps.std(), jnp.percentile(gaps, 99.0)


def load_timestamps(seed=0):
    rng = np.random.default_rng(seed)
    start = 1_700_000_000.0
    return start + np.cumsum(rng.exponential(scale=0.25, size=NUM_EVENTS))


if __name__ == "__main__":
    seconds = load_timestamps()
    timestamps = jnp.asarray(seconds, dtype=jnp.float64)
    mean_gap, std_gap, p99_gap = inter_event_gaps(timestamps)
    print(f"gap: mean {mean_gap:.3f}s std {std_gap:.3f}s p99 {p99_gap:.3f}s")
