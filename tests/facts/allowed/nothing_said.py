import jax  # fact: allowed any: no file here bounds Flax

print(jax.devices())
