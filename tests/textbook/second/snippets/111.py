import jax
import jax.numpy as jnp
from jax.experimental.maps import xmap


def layer(w, x):
    return jax.nn.relu(jnp.dot(w, x))


batched = xmap(
    layer,
    in_axes=({}, {0: "batch"}),
    out_axes={0: "batch"},
)


def forward(params, xs):
    for w in params:
        xs = batched(w, xs)
    return xs


if __name__ == "__main__":
    ks = jax.random.split(jax.random.key(0), 3)
    params = [jax.random.normal(k, (128, 128)) for k in ks[:2]]
    print(forward(params, jax.random.normal(ks[2], (32, 128))).shape)
