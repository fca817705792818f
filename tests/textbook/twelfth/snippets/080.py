import functools

import jax
import jax.numpy as jnp


@functools.lru_cache(maxsize=None)
def resizer(height: int, width: int, method: str):
    @jax.jit
    def resize(images):
        shape = (images.shape[0], height, width, images.shape[3])
        return jax.image.resize(images, shape, method=method)

    return resize


class Pipeline:
    SIZES = ((16, 16), (32, 32))

    def __init__(self, method="bilinear"):
        self.method = method

    def __call__(self, images, level):
        h, w = self.SIZES[level]
        return resizer(h, w, self.method)(images)


def main():
    pipe = Pipeline()
    key = jax.random.key(0)
    means = []
    for step in range(100):
        images = jax.random.uniform(jax.random.fold_in(key, step), (8, 24, 24, 3))
        means.append(pipe(images, step % 2).mean())
    print(jnp.stack(means).mean(), resizer.cache_info().currsize)


if __name__ == "__main__":
    main()
