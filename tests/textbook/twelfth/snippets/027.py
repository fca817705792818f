import jax
import jax.numpy as jnp
from jax import export


def score(params, x):
    h = jax.nn.relu(x @ params["w0"])
    return jax.nn.sigmoid(h @ params["w1"])[:, 0]


def init(key):
    k0, k1 = jax.random.split(key)
    return {
        "w0": jax.random.normal(k0, (20, 64)) / 20**0.5,
        "w1": jax.random.normal(k1, (64, 1)) / 8.0,
    }


def main():
    k_params, k_data = jax.random.split(jax.random.key(0))
    params = init(k_params)
    spec = jax.ShapeDtypeStruct((32, 20), jnp.float32)

    compiled = jax.jit(score).lower(params, spec).compile()
    results = []
    for i in range(50):
        x = jax.random.normal(jax.random.fold_in(k_data, i), (32, 20))
        results.append(compiled(params, x))
    print("mean score", jnp.stack(results).mean())

    exported = export.export(jax.jit(score))(params, spec)
    print(exported.in_avals[-1], jnp.allclose(exported.call(params, x), results[-1]))


if __name__ == "__main__":
    main()
