"""Buffers that are copied, made anew, filled once, or used up within the turn."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def score(frame):
    return jnp.sum(frame**2)


def copied(sensor, count):
    frame = np.empty((480, 640), np.float32)
    frames, others, more = [], [], []
    for _ in range(count):
        frame[:] = sensor.read()
        frames.append(jax.device_put(frame.copy()))
        others.append(jnp.array(frame))
        more.append(jax.device_put(frame, may_alias=False))
    return frames, others, more


def made_anew(sensor, count):
    frames = []
    for _ in range(count):
        frame = np.empty((480, 640), np.float32)
        frame[:] = sensor.read()
        frames.append(jax.device_put(frame))
    return frames


def filled_once(sensor, devices):
    frame = np.empty((480, 640), np.float32)
    frame[:] = sensor.read()
    copies = []
    for device in devices:
        copies.append(jax.device_put(frame, device))
    return copies


def used_up(sensor, count):
    frame = np.empty((480, 640), np.float32)
    scores = []
    for _ in range(count):
        frame[:] = sensor.read()
        scores.append(float(score(jax.device_put(frame))))
    return scores


def kept_on_the_host(sensor, count):
    frame = np.empty((480, 640), np.float32)
    frames = []
    for _ in range(count):
        frame[:] = sensor.read()
        frames.append(frame.copy())
    return jax.device_put(np.stack(frames))


def given(frame, count):
    frames = []
    for turn in range(count):
        frame = frame.at[turn].set(0.0)
        frames.append(jax.device_put(frame))
    return frames


def of_each_part(sensor, count):
    frame = np.zeros((count, 640), np.float32)
    rows = []
    for turn in range(count):
        frame[turn] = sensor.read()
        rows.append(jax.device_put(frame[turn]))
    return rows
