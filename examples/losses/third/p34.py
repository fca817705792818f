"""Bearings-only tracking: a bank of extended Kalman filters, one per target."""
import numpy as np
import jax
import jax.numpy as jnp

DT = 0.5
F = jnp.array([[1, 0, DT, 0], [0, 1, 0, DT], [0, 0, 1, 0], [0, 0, 0, 1]], jnp.float32)
Q = 0.01 * jnp.eye(4)
R = jnp.float32(0.02 ** 2)


def bearing(state, sensor):
    return jnp.arctan2(state[1] - sensor[1], state[0] - sensor[0])


@jax.jit
def ekf_step(mean, cov, z, sensor):
    mean = F @ mean
    cov = F @ cov @ F.T + Q
    h = jax.grad(bearing)(mean, sensor)
    innov = z - bearing(mean, sensor)
    innov = jnp.arctan2(jnp.sin(innov), jnp.cos(innov))
    s = h @ cov @ h + R
    gain = cov @ h / s
    return mean + gain * innov, cov - jnp.outer(gain, h @ cov)


class TargetBank:
    def __init__(self, means, covs):
        self.means = list(means)
        self.covs = list(covs)

    def assimilate(self, zs, sensor):
        for i, z in enumerate(zs):
            self.means[i], self.covs[i] = ekf_step(self.means[i], self.covs[i], z, sensor)

    def positions(self):
        return np.stack(jax.device_get(self.means))[:, :2]


def world(n_targets, n_scans, seed=0):
    rng = np.random.default_rng(seed)
    pos = rng.uniform(-40, 40, (n_targets, 2))
    vel = rng.uniform(-0.5, 0.5, (n_targets, 2))
    sensors = 80 * np.stack([np.cos(np.arange(n_scans) * 0.15), np.sin(np.arange(n_scans) * 0.15)], 1)
    track = pos + vel * DT * np.arange(1, n_scans + 1)[:, None, None]
    ang = np.arctan2(track[..., 1] - sensors[:, None, 1], track[..., 0] - sensors[:, None, 0])
    ang = ang + 0.02 * rng.standard_normal(ang.shape)
    start = np.concatenate([pos + rng.standard_normal((n_targets, 2)), np.zeros((n_targets, 2))], 1)
    return track, sensors.astype(np.float32), ang.astype(np.float32), start.astype(np.float32)


def main():
    n_targets, n_scans = 160, 480
    track, sensors, angles, start = world(n_targets, n_scans)
    cov0 = np.diag([4.0, 4.0, 0.3, 0.3]).astype(np.float32)
    bank = TargetBank([jnp.asarray(m) for m in start], [jnp.asarray(cov0)] * n_targets)
    for t in range(n_scans):
        bank.assimilate(angles[t], sensors[t])
        if (t + 1) % 120 == 0:
            err = np.linalg.norm(bank.positions() - track[t], axis=1)
            print(f"scan {t + 1:4d}  median position error {np.median(err):.3f}")


if __name__ == "__main__":
    main()
