import jax
import jax.numpy as jnp

NUM_TRIPS = 2_000_000
HOURS_PER_DAY = 24


@jax.jit
def hourly_stats(hour_of_day, fares):
    """Trip count and mean fare for every hour of the day (hours are 1..24)."""
    counts = jnp.zeros(HOURS_PER_DAY).at[hour_of_day].add(1.0)
    totals = jnp.zeros(HOURS_PER_DAY).at[hour_of_day].add(fares)
    return counts, totals / jnp.maximum(counts, 1.0)


hour_key, fare_key = jax.random.split(jax.random.key(0))
hour_of_day = jax.random.randint(hour_key, (NUM_TRIPS,), 1, HOURS_PER_DAY + 1)
fares = 5.0 + 20.0 * jax.random.exponential(fare_key, (NUM_TRIPS,))

counts, mean_fares = hourly_stats(hour_of_day, fares)
busiest = int(jnp.argmax(counts))
print(f"busiest hour {busiest}: {counts[busiest]:.0f} trips, fare {mean_fares[busiest]:.2f}")
