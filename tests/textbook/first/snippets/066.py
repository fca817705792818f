from flax import nnx
import jax.numpy as jnp
import optax


@nnx.jit
def train_step(model, optimizer, metrics, x, y):
    def loss_fn(m):
        logits = m(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean(), logits

    (loss, logits), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model)
    metrics.update(loss=loss, logits=logits, labels=y)
    optimizer.update(model, grads)


def train(model, loader, epochs=2):
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"), acc=nnx.metrics.Accuracy())
    step = nnx.cached_partial(train_step, model, optimizer, metrics)
    for epoch in range(epochs):
        for x, y in loader:
            step(x, y)
        print(epoch, metrics.compute())
        metrics.reset()


if __name__ == "__main__":
    net = nnx.Linear(4, 3, rngs=nnx.Rngs(0))
    train(net, [(jnp.ones((8, 4)), jnp.zeros(8, jnp.int32))] * 3)
