"""Regularised regression of protein stability with dropout (flax)."""
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax.training import train_state

AMINO = "ACDEFGHIKLMNPQRSTVWY"
LENGTH = 50


class StabilityNet(nn.Module):
    width: int = 128
    rate: float = 0.3

    @nn.compact
    def __call__(self, x, train):
        x = nn.Conv(48, (5,))(x)
        x = nn.relu(x)
        x = x.reshape(x.shape[0], -1)
        for _ in range(2):
            x = nn.relu(nn.Dense(self.width)(x))
            x = nn.Dropout(self.rate, deterministic=not train)(x)
        return nn.Dense(1)(x)[:, 0]


def mutants(n, rng):
    """Single-chain sequences around a wild type with additive and pair effects."""
    wild = rng.integers(0, 20, LENGTH)
    effects = rng.normal(0, 0.5, (LENGTH, 20))
    seq = np.where(rng.random((n, LENGTH)) < 0.1, rng.integers(0, 20, (n, LENGTH)), wild)
    ddg = effects[np.arange(LENGTH), seq].sum(1) - effects[np.arange(LENGTH), wild].sum()
    pair = (seq[:, 3] != wild[3]) & (seq[:, 17] != wild[17])
    onehot = np.eye(20, dtype=np.float32)[seq]
    return onehot, (ddg + 1.5 * pair + 0.2 * rng.standard_normal(n)).astype(np.float32)


class State(train_state.TrainState):
    dropout_key: jax.Array


@jax.jit
def train_step(state, x, y):
    def loss_fn(params):
        pred = state.apply_fn({"params": params}, x, True,
                              rngs={"dropout": state.dropout_key})
        return jnp.mean((pred - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


@jax.jit
def predict(state, x):
    return state.apply_fn({"params": state.params}, x, False)


def create_state(model, example):
    k_init, k_drop = jax.random.split(jax.random.PRNGKey(0))
    variables = jax.jit(lambda k: model.init({"params": k}, example, False))(k_init)
    return State.create(apply_fn=model.apply, params=variables["params"],
                        tx=optax.adam(1e-3), dropout_key=k_drop)


def main(steps=200, batch=64):
    rng = np.random.default_rng(0)
    x, y = mutants(4000, rng)
    x_test, y_test, x, y = x[:500], y[:500], x[500:], y[500:]
    state = create_state(StabilityNet(), x[:1])
    losses = []
    for _ in range(steps):
        idx = rng.integers(0, len(x), batch)
        state, loss = train_step(state, x[idx], y[idx])
        losses.append(loss)
    losses = np.asarray(jax.device_get(losses))
    print("train mse", np.array2string(losses.reshape(4, -1).mean(1), precision=3))
    pred = np.asarray(predict(state, x_test))
    print(f"test correlation {np.corrcoef(pred, y_test)[0, 1]:.3f}")
    print(f"{len(AMINO)} residue types")


if __name__ == "__main__":
    main()
