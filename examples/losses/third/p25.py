"""Levenberg-Marquardt bundle fit: a step may be rejected, then the old point is needed again."""
import numpy as np
import jax
import jax.numpy as jnp

CAMS, POINTS = 10, 45


def rotate(w, p):
    """Rodrigues formula, safe near zero."""
    th2 = jnp.sum(w * w) + 1e-12
    th = jnp.sqrt(th2)
    c, s = jnp.cos(th), jnp.sin(th)
    return p * c + jnp.cross(w, p) * (s / th) + w * (w @ p) * ((1 - c) / th2)


def project(cam, p):
    q = rotate(cam[:3], p) + cam[3:] + jnp.array([0.0, 0.0, 6.0])
    return q[:2] / q[2]


def residuals(theta, obs):
    cams = theta[: 6 * CAMS].reshape(CAMS, 6)
    pts = theta[6 * CAMS:].reshape(POINTS, 3)
    img = jax.vmap(lambda c: jax.vmap(lambda p: project(c, p))(pts))(cams)
    return (img - obs).ravel()


@jax.jit
def try_step(theta, lam, obs):
    r = residuals(theta, obs)
    jac = jax.jacfwd(residuals)(theta, obs)
    h = jac.T @ jac
    delta = jnp.linalg.solve(h + lam * jnp.diag(jnp.diag(h) + 1e-6), jac.T @ r)
    cand = theta - delta
    old, new = 0.5 * r @ r, 0.5 * jnp.sum(residuals(cand, obs) ** 2)
    return cand, old, new


def scene(seed=0):
    rng = np.random.default_rng(seed)
    cams = np.concatenate([0.3 * rng.standard_normal((CAMS, 3)), 0.5 * rng.standard_normal((CAMS, 3))], 1)
    pts = rng.uniform(-1, 1, (POINTS, 3))
    theta = np.concatenate([cams.ravel(), pts.ravel()]).astype(np.float32)
    obs = np.asarray(residuals(theta, np.zeros((CAMS, POINTS, 2), np.float32)))
    obs = obs.reshape(CAMS, POINTS, 2) + 0.002 * rng.standard_normal((CAMS, POINTS, 2))
    start = theta + 0.15 * rng.standard_normal(theta.shape)
    return jnp.asarray(obs, jnp.float32), jnp.asarray(start, jnp.float32)


def main():
    for seed in range(6):
        obs, theta = scene(seed)
        lam, rejected = 1e-2, 0
        for it in range(40):
            cand, old, new = try_step(theta, lam, obs)
            old, new = jax.device_get((old, new))
            if new < old:
                theta, lam = cand, max(lam / 3, 1e-7)
                if old - new < 1e-7 * old:
                    break
            else:
                lam, rejected = lam * 5, rejected + 1
                if lam > 1e4:
                    break
        rms = np.sqrt(2 * min(old, new) / (CAMS * POINTS * 2))
        print(f"scene {seed}: {it + 1} steps, {rejected} rejected, rms {rms:.5f}")


if __name__ == "__main__":
    main()
