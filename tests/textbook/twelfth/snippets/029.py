import jax
import jax.numpy as jnp


def rollout(gain, x0, num_steps):
    def body(_, x):
        return x + 0.05 * (jnp.sin(x) - gain * x)

    return jax.lax.fori_loop(0, num_steps, body, x0)


@jax.jit
def cost(gain, x0, num_steps):
    final = rollout(gain, x0, num_steps)
    return jnp.sum(final**2) + 0.01 * gain**2


@jax.jit
def update(gain, x0, num_steps):
    value, g = jax.value_and_grad(cost)(gain, x0, num_steps)
    return gain - 0.1 * g, value


def main():
    gain = jnp.float32(0.1)
    x0 = jnp.array([1.0, -0.5, 2.0])
    for epoch in range(50):
        gain, value = update(gain, x0, 100 + epoch)
    print(gain, value)


if __name__ == "__main__":
    main()
