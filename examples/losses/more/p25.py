"""Distil a wide teacher (weights in an .npz file) into a small student."""
import os
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
import optax

from p25_lib.networks import forward, student_weights, teacher_weights

STEPS = 60
BATCH = 32
TEMPERATURE = 2.0


def teacher_checkpoint(folder):
    """Stands for the download of the released weights."""
    path = os.path.join(folder, "teacher.npz")
    np.savez(path, **teacher_weights(np.random.default_rng(7)))
    return path


def load_teacher(path):
    with np.load(path) as f:
        return {name: f[name] for name in f.files}


def soft_targets_loss(student, teacher, x):
    target = jax.nn.softmax(forward(teacher, x) / TEMPERATURE)
    logp = jax.nn.log_softmax(forward(student, x) / TEMPERATURE)
    return -jnp.mean(jnp.sum(target * logp, -1))


def main():
    with tempfile.TemporaryDirectory() as folder:
        teacher = load_teacher(teacher_checkpoint(folder))
    rng = np.random.default_rng(0)
    student = jax.device_put(student_weights(rng))
    tx = optax.sgd(0.05, momentum=0.9)
    opt_state = jax.jit(tx.init)(student)

    @jax.jit
    def distil_step(student, opt_state, teacher, x):
        loss, grads = jax.value_and_grad(soft_targets_loss)(student, teacher, x)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(student, updates), opt_state, loss

    @jax.jit
    def agreement(student, teacher, x):
        return jnp.mean(forward(student, x).argmax(-1) == forward(teacher, x).argmax(-1))

    losses = []
    for step in range(STEPS):
        x = rng.standard_normal((BATCH, 1024), dtype=np.float32)
        student, opt_state, loss = distil_step(student, opt_state, teacher, x)
        losses.append(loss)
    losses = np.asarray(jax.device_get(losses))
    for chunk in np.array_split(losses, 4):
        print(f"distillation loss {chunk.mean():.4f}")
    x = rng.standard_normal((512, 1024), dtype=np.float32)
    print(f"agreement with the teacher {float(agreement(student, teacher, x)):.3f}")


if __name__ == "__main__":
    main()
