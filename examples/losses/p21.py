"""Tomographic reconstruction with a precomputed projection matrix (SIRT)."""

import jax
import jax.numpy as jnp
import numpy as np

SIZE = 64
ANGLES = 60
ITERATIONS = 25


def projection_matrix():
    n_rays = SIZE
    rows = []
    coords = np.arange(SIZE) - (SIZE - 1) / 2.0
    xx, yy = np.meshgrid(coords, coords)
    for theta in np.linspace(0, np.pi, ANGLES, endpoint=False):
        t = xx * np.cos(theta) + yy * np.sin(theta) + (n_rays - 1) / 2.0
        offsets = np.arange(n_rays)[:, None, None]
        rows.append(np.clip(1.0 - np.abs(t[None] - offsets), 0.0, 1.0).reshape(n_rays, -1))
    return np.concatenate(rows).astype(np.float32)


def phantom():
    coords = np.linspace(-1, 1, SIZE)
    xx, yy = np.meshgrid(coords, coords)
    image = 1.0 * (xx**2 / 0.6 + yy**2 / 0.8 < 1)
    image -= 0.6 * ((xx - 0.2) ** 2 / 0.04 + (yy + 0.1) ** 2 / 0.1 < 1)
    image += 0.4 * ((xx + 0.3) ** 2 + (yy - 0.3) ** 2 < 0.02)
    return image.astype(np.float32)


class Reconstructor:
    def __init__(self, matrix):
        self.matrix = jnp.asarray(matrix)
        self.row_sum = jnp.maximum(self.matrix.sum(1), 1e-6)
        self.col_sum = jnp.maximum(self.matrix.sum(0), 1e-6)
        self.iterate = jax.jit(self._iterate)
        self.project = jax.jit(self._project)

    def _project(self, image):
        return self.matrix @ image

    def _iterate(self, image, sinogram):
        residual = (sinogram - self.matrix @ image) / self.row_sum
        image = image + (residual @ self.matrix) / self.col_sum
        return jnp.clip(image, 0.0, 1.5), jnp.linalg.norm(residual)


def main():
    truth = phantom()
    model = Reconstructor(projection_matrix())
    noise = 0.05 * jax.random.normal(jax.random.PRNGKey(0), (ANGLES * SIZE,))
    sinogram = model.project(jnp.asarray(truth.reshape(-1))) + noise
    image = jnp.zeros(SIZE * SIZE)
    residuals = []
    for _ in range(ITERATIONS):
        image, residual = model.iterate(image, sinogram)
        residuals.append(residual)
    print("residual %.3f -> %.3f" % (float(residuals[0]), float(residuals[-1])))
    print("rms error %.4f" % np.sqrt(np.mean((np.asarray(image) - truth.reshape(-1)) ** 2)))


if __name__ == "__main__":
    main()
