from flax import nnx
import jax
import jax.numpy as jnp
import optax


@jax.jit(donate_argnums=1, static_argnums=0)
def train_step(graphdef, state, x, y):
    model, optimizer = nnx.merge(graphdef, state)
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return nnx.state((model, optimizer)), loss


def main(steps=100):
    model = nnx.Linear(8, 2, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    graphdef, state = nnx.split((model, optimizer))
    for _ in range(steps):
        state, loss = train_step(graphdef, state, jnp.ones((16, 8)), jnp.zeros((16, 2)))
    nnx.update((model, optimizer), state)
    print(loss, model(jnp.ones((1, 8))))


if __name__ == "__main__":
    main()
