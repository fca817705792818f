"""Greedy decoding with a key/value cache."""
import math
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

VOCAB, DIM, HEADS, LAYERS = 2048, 256, 4, 4
MAX_LEN, BATCH = 1536, 6
HD = DIM // HEADS


def init_params(key):
    def mat(k, *shape):
        return jax.random.normal(k, shape) / math.sqrt(shape[-2])

    ke, ku, *kl = jax.random.split(key, 2 + LAYERS)
    layers = []
    for k in kl:
        a, b, c, d = jax.random.split(k, 4)
        layers.append({"qkv": mat(a, DIM, 3 * DIM), "o": mat(b, DIM, DIM),
                       "up": mat(c, DIM, 2 * DIM), "down": mat(d, 2 * DIM, DIM)})
    return {"embed": jax.random.normal(ke, (VOCAB, DIM)), "layers": layers, "unembed": mat(ku, DIM, VOCAB)}


def empty_cache():
    shape = (BATCH, MAX_LEN, HEADS, HD)
    return [{"k": jnp.zeros(shape), "v": jnp.zeros(shape)} for _ in range(LAYERS)]


def rms(x):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def attend(layer, cache, x, pos):
    q, k, v = (a.reshape(BATCH, HEADS, HD) for a in jnp.split(rms(x) @ layer["qkv"], 3, -1))
    ks = lax.dynamic_update_slice(cache["k"], k[:, None], (0, pos, 0, 0))
    vs = lax.dynamic_update_slice(cache["v"], v[:, None], (0, pos, 0, 0))
    window = lax.dynamic_slice_in_dim(ks, jnp.maximum(pos - 127, 0), 128, 1)
    wvals = lax.dynamic_slice_in_dim(vs, jnp.maximum(pos - 127, 0), 128, 1)
    att = jnp.einsum("bhd,bthd->bht", q, window) / math.sqrt(HD)
    idx = jnp.maximum(pos - 127, 0) + jnp.arange(128)
    att = jax.nn.softmax(jnp.where(idx <= pos, att, -1e9), -1)
    y = jnp.einsum("bht,bthd->bhd", att, wvals).reshape(BATCH, DIM)
    return y @ layer["o"], {"k": ks, "v": vs}


def decode_one(params, cache, token, pos):
    x = params["embed"][token]
    new = []
    for layer, c in zip(params["layers"], cache):
        y, c = attend(layer, c, x, pos)
        x = x + y
        x = x + jax.nn.gelu(rms(x) @ layer["up"]) @ layer["down"]
        new.append(c)
    logits = rms(x) @ params["unembed"]
    return new, jnp.argmax(logits, -1), pos + 1


decode = jax.jit(decode_one)


def generate(params, prompt, n_new):
    cache, pos = empty_cache(), jnp.zeros((), jnp.int32)
    out = []
    token = None
    for t in range(prompt.shape[1]):
        cache, token, pos = decode(params, cache, prompt[:, t], pos)
    for _ in range(n_new):
        out.append(token)
        cache, token, pos = decode(params, cache, token, pos)
    return np.stack(jax.device_get(out), 1)


def main():
    params = init_params(jax.random.key(0))
    prompt = np.random.default_rng(0).integers(0, VOCAB, (BATCH, 16)).astype(np.int32)
    text = generate(params, prompt, 200)
    print("shape", text.shape, "distinct tokens", len(np.unique(text)))
    print("tail of first sequence", text[0, -8:])


if __name__ == "__main__":
    main()
