"""Greedy decoding with a small bag-of-embeddings language model."""
import jax
import jax.numpy as jnp

VOCAB, DIM, NEW_TOKENS = 8_192, 512, 512


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "embed": 0.02 * jax.random.normal(k1, (VOCAB, DIM)),
        "mix": jax.random.normal(k2, (DIM, DIM)) / DIM**0.5,
        "head": jax.random.normal(k3, (DIM, VOCAB)) / DIM**0.5,
    }


@jax.jit
def next_token(params, tokens):
    h = params["embed"][tokens]
    weights = jax.nn.softmax(h @ params["mix"] @ h[:, -1, :, None], axis=1)
    return jnp.argmax(jnp.sum(weights * h, axis=1) @ params["head"], axis=-1)


def generate(params, prompt):
    tokens = prompt
    for _ in range(NEW_TOKENS):
        new = next_token(params, tokens)
        tokens = jnp.concatenate([tokens, new[:, None]], axis=1)
    return tokens


if __name__ == "__main__":
    params = init(jax.random.key(0))
    prompt = jax.random.randint(jax.random.key(1), (16, 32), 0, VOCAB)
    print(generate(params, prompt).shape)
