import jax
import jax.numpy as jnp


@jax.jit
def next_token(params, tokens):
    x = params["embed"][tokens]
    att = jax.nn.softmax(x @ jnp.swapaxes(x, -1, -2))
    h = jax.nn.gelu((att @ x) @ params["w"])
    return jnp.argmax(h[:, -1] @ params["embed"].T, axis=-1)


def generate(params, prompt, n=2000):
    tokens = prompt
    for _ in range(n):
        new = next_token(params, tokens)
        tokens = jnp.concatenate([tokens, new[:, None]], axis=1)
    return tokens


def init(seed, vocab=32_000, dim=512):
    ke, kw = jax.random.split(jax.random.key(seed))
    return {"embed": jax.random.normal(ke, (vocab, dim)), "w": jax.random.normal(kw, (dim, dim))}
