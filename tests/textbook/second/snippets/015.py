import jax
import jax.numpy as jnp


def block(x, w):
    return jax.nn.gelu(x @ w) @ w.T


def dump_hlo(batch=32, dim=512):
    x = jnp.zeros((batch, dim))
    w = jnp.zeros((dim, 4 * dim))
    comp = jax.xla_computation(block)(x, w)
    return comp.as_hlo_text()


if __name__ == "__main__":
    text = dump_hlo()
    print(len(text.splitlines()), "lines of HLO")
    for line in text.splitlines()[:10]:
        print(line)
