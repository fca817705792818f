import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    def loss(w):
        return jnp.mean(jnp.tanh(x @ w) ** 2)

    return w - 0.1 * jax.grad(loss)(w)


def main():
    x = jax.random.normal(jax.random.key(0), (512, 128))
    w = jax.random.normal(jax.random.key(1), (128, 128))
    w = step(w, x).block_until_ready()

    with jax.profiler.trace("/tmp/jax-trace"):
        for i in range(3):
            with jax.profiler.StepTraceAnnotation("train", step_num=i):
                w = step(w, x)

    w.block_until_ready()
    print(jnp.linalg.norm(w))


main()
