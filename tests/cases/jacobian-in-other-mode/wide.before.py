# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

WIDTH = 48


def moments(field):
    grid = field.reshape(WIDTH, WIDTH)
    waves = jnp.abs(jnp.fft.fft2(grid))
    return jnp.stack([jnp.mean(waves), grid.var(), jnp.max(waves)])


slopes = jax.jit(jax.jacfwd(moments))  # want: JOL520 "2,304 numbers that go in, and 3 come out"


def main(steps):
    field = jax.random.normal(jax.random.key(1), (WIDTH * WIDTH,))
    for _ in range(steps):
        field = field - 0.1 * slopes(field)[0]
    return field, slopes(jnp.zeros((WIDTH * WIDTH,)))
