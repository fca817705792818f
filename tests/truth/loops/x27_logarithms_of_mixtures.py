import jax
import jax.numpy as jnp


def reinforce_loss(model, gains, observations, actions, epsilon):
    logits, values = jax.vmap(model)(observations)
    log_probs = jnp.log(jax.nn.softmax(logits) + epsilon)
    chosen = jnp.take_along_axis(log_probs, actions[:, None], axis=1).squeeze(1)
    return -jnp.mean(chosen * gains)


def latent(x, classes, unimix):
    probs = jax.nn.softmax(x.reshape(*x.shape[:-1], -1, classes), -1)
    if unimix:
        probs = (1 - unimix) * probs + unimix / classes
    return {"logit": jnp.log(probs), "probs": probs}


def ordered(z, cuts):
    return jnp.log(jax.nn.sigmoid(cuts[1:] - z) - jax.nn.sigmoid(cuts[:-1] - z))


def act(key, q_values, epsilon):
    best = q_values == jnp.max(q_values)
    probs = epsilon / q_values.size + (1 - epsilon) * best / jnp.sum(best)
    return jax.random.categorical(key, jnp.log(probs))
