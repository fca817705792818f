import jax
import jax.numpy as jnp

DEPTH, BATCH, DIM = 6, 128, 512
activation_norms = []


def init_params(key):
    keys = jax.random.split(key, DEPTH)
    return [jax.random.normal(k, (DIM, DIM)) / jnp.sqrt(DIM) for k in keys]


@jax.jit
def forward(params, x):
    for weights in params:
        x = jnp.tanh(x @ weights)
        activation_norms.append(jnp.linalg.norm(x))
    return x


def report(params, x):
    activation_norms.clear()
    out = forward(params, x)
    for i, norm in enumerate(activation_norms):
        print(f"layer {i}: activation norm {float(norm):.3f}")
    return out


if __name__ == "__main__":
    init_key, data_key = jax.random.split(jax.random.key(0))
    report(init_params(init_key), jax.random.normal(data_key, (BATCH, DIM)))
