import equinox as eqx
import jax
import jax.numpy as jnp


def predict(model, xs):
    return jax.nn.sigmoid(jax.vmap(model)(xs))


fast_predict = jax.jit(predict)


def evaluate(model, loader):
    hits, count = 0, 0
    for x, y in loader:
        p = fast_predict(model, x)
        hits = hits + jnp.sum((p[:, 0] > 0.5) == y)
        count += x.shape[0]
    return hits / count


if __name__ == "__main__":
    mlp = eqx.nn.MLP(16, 1, 64, 2, activation=jax.nn.relu, key=jax.random.key(0))
    xs = jnp.ones((32, 16))
    print(evaluate(mlp, [(xs, jnp.zeros(32, bool))]))
