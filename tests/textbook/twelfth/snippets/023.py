import jax
import jax.numpy as jnp

counter = {"steps": 0}


@jax.jit
def relax(grid):
    counter["steps"] += 1
    interior = 0.25 * (
        grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]
    )
    return grid.at[1:-1, 1:-1].set(interior)


def boundary(n):
    grid = jnp.zeros((n, n))
    return grid.at[0].set(1.0)


def main():
    grid = boundary(64)
    for _ in range(100):
        grid = relax(grid)
    print("sweeps:", counter["steps"])
    print("centre:", grid[32, 32])


if __name__ == "__main__":
    main()
