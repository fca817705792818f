# not executed: what is drawn changes with every fix
import jax


def proposals(key, logits, scale):
    key_1, key_2, key_3 = jax.random.split(key, 3)
    token = jax.random.categorical(key_1, logits)
    noise = jax.random.normal(key_2, logits.shape)
    mask = jax.random.bernoulli(key_3, 0.5, logits.shape)
    return token, scale * noise, mask
