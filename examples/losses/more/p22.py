"""Track a drone with a constant-acceleration Kalman filter; tune the process noise."""
import jax
import jax.numpy as jnp
import numpy as np


def simulate_track(n, dt, rng):
    acc = np.cumsum(0.05 * rng.standard_normal((n, 3)), 0)
    acc -= np.linspace(0, 1, n)[:, None] * acc[-1]
    vel = np.cumsum(acc * dt, 0)
    pos = np.cumsum(vel * dt, 0)
    gps = pos + 0.8 * rng.standard_normal((n, 3))
    return pos.astype(np.float32), gps.astype(np.float32)


class KalmanFilter:
    def __init__(self, dt, process_noise, measurement_noise):
        eye = np.eye(3, dtype=np.float32)
        f = np.eye(9, dtype=np.float32)
        f[0:3, 3:6] = dt * eye
        f[3:6, 6:9] = dt * eye
        f[0:3, 6:9] = 0.5 * dt * dt * eye
        g = np.concatenate([0.5 * dt ** 2 * eye, dt * eye, eye])
        self.F = jnp.asarray(f)
        self.Q = jnp.asarray((process_noise ** 2 * g @ g.T).astype(np.float32))
        h = np.zeros((3, 9), np.float32)
        h[:, :3] = eye
        self.H = jnp.asarray(h)
        self.R = jnp.asarray((measurement_noise ** 2 * eye).astype(np.float32))

    def initial(self, z0):
        x = np.zeros(9, np.float32)
        x[:3] = z0
        return jnp.asarray(x), jnp.asarray(10.0 * np.eye(9, dtype=np.float32))


@jax.jit
def filter_step(x, P, z, F, Q, H, R):
    """Predict, then correct with the measurement z."""
    x = F @ x
    P = F @ P @ F.T + Q
    S = H @ P @ H.T + R
    K = jnp.linalg.solve(S, H @ P).T
    innovation = z - H @ x
    x = x + K @ innovation
    P = (jnp.eye(9) - K @ H) @ P
    nll = 0.5 * (innovation @ jnp.linalg.solve(S, innovation) + jnp.linalg.slogdet(S)[1])
    return x, P, nll


def run_filter(kf, measurements):
    x, P = kf.initial(measurements[0])
    states, nlls = [], []
    for z in measurements:
        x, P, nll = filter_step(x, P, z, kf.F, kf.Q, kf.H, kf.R)
        states.append(x)
        nlls.append(nll)
    return np.stack(jax.device_get(states)), float(np.mean(jax.device_get(nlls)))


def main():
    rng = np.random.default_rng(4)
    dt = 0.1
    truth, gps = simulate_track(6000, dt, rng)
    print(f"raw error {np.sqrt(np.mean((gps - truth) ** 2)):.3f} m")
    scores = {}
    for q in (0.02, 0.05, 0.15):
        kf = KalmanFilter(dt, q, 0.8)
        states, nll = run_filter(kf, gps)
        err = np.sqrt(np.mean((states[:, :3] - truth) ** 2))
        scores[q] = nll
        print(f"q {q:.2f}: mean nll {nll:7.3f}  filtered error {err:.3f} m")
    print("best process noise:", min(scores, key=scores.get))


if __name__ == "__main__":
    main()
