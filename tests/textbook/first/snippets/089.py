import jax
import jax.numpy as jnp


def step(state, forcing):
    return 0.99 * state + 0.01 * jnp.roll(state, 1) + forcing


def compile_step(n):
    spec = jax.ShapeDtypeStruct((n,), jnp.float32)
    return jax.jit(step, donate_argnums=0).lower(spec, spec).compile()


def main(n=4096, iters=100):
    compiled = compile_step(n)
    cost = compiled.cost_analysis()
    state, forcing = jnp.zeros(n, jnp.float32), jnp.ones(n, jnp.float32)
    for _ in range(iters):
        state = compiled(state, forcing)
    print(state.sum(), cost is not None)


if __name__ == "__main__":
    main()
