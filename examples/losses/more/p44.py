"""Dose sweep of a two-compartment tumour growth model with an RK4 integrator."""
import numpy as np
import jax

from p44_lib.solver import TumourModel


def doses(n):
    return np.linspace(0.0, 3.0, n)


def random_patients(rng, n):
    """Rates of growth and of clearance, a row for each patient."""
    growth = rng.lognormal(np.log(0.25), 0.2, n)
    clearance = rng.lognormal(np.log(0.6), 0.3, n)
    start = rng.uniform(0.05, 0.3, n)
    return np.stack([growth, clearance, start], 1).astype(np.float32)


def summarize(dose, volumes):
    return dose, volumes.mean(), np.quantile(volumes, 0.9)


def main(n_doses=12, n_patients=300):
    rng = np.random.default_rng(5)
    patients = random_patients(rng, n_patients)
    finals = []
    for dose in doses(n_doses):
        model = TumourModel(dose=float(dose), kill=0.9, dt=0.02)
        finals.append(model.simulate(patients))

    finals = jax.device_get(finals)
    rows = [summarize(d, v) for d, v in zip(doses(n_doses), finals)]
    for dose, mean, q90 in rows[::3]:
        print(f"dose {dose:4.2f}: mean volume {mean:.4f}, 90% {q90:.4f}")
    best = min(rows, key=lambda r: r[1] + 0.1 * r[0])
    print(f"dose picked: {best[0]:.2f}")


if __name__ == "__main__":
    main()
