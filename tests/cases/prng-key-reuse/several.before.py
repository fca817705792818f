# not executed: what is drawn changes with every fix
import jax


def proposals(key, logits, scale):
    token = jax.random.categorical(key, logits)
    noise = jax.random.normal(key, logits.shape)  # want: JOL802 (warning) "so it is on line 8"
    mask = jax.random.bernoulli(key, 0.5, logits.shape)  # want: JOL802 (info)
    return token, scale * noise, mask
