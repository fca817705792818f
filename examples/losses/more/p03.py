"""Train a small spectrogram network to separate two instruments."""
import jax

jax.config.update("jax_enable_x64", True)  # sample positions of long recordings

import jax.numpy as jnp
import numpy as np
import optax

RATE = 22050
FRAME, HOP = 512, 256
CLIP = 8192
STEPS = 120


def tone(freq, n, overtones, phase):
    t = np.arange(n) / RATE
    return sum(a * np.sin(2 * np.pi * freq * (k + 1) * t + phase) for k, a in enumerate(overtones))


def make_clip(rng):
    """A flute-like and a clarinet-like note (float32 audio)."""
    flute = tone(rng.uniform(400, 900), CLIP, [1.0, 0.3, 0.1], rng.uniform(0, 6))
    clarinet = tone(rng.uniform(150, 400), CLIP, [1.0, 0.0, 0.6, 0.0, 0.4], rng.uniform(0, 6))
    return flute.astype(np.float32), clarinet.astype(np.float32)


def make_batch(rng, n):
    pairs = [make_clip(rng) for _ in range(n)]
    flute, clarinet = (np.stack(p) for p in zip(*pairs))
    return flute + clarinet, flute


window = jnp.asarray(np.hanning(FRAME))
frame_index = np.arange(0, CLIP - FRAME + 1, HOP)[:, None] + np.arange(FRAME)
frame_index = frame_index.astype(np.int32)


def magnitude(x):
    """|STFT| of [batch, samples] -> [batch, frames, bins]."""
    frames = x[:, frame_index] * window
    return jnp.abs(jnp.fft.rfft(frames, axis=-1)) / 16.0


def init(rng, bins=FRAME // 2 + 1, hidden=256):
    def w(a, b):
        return jnp.asarray((rng.standard_normal((a, b)) * a ** -0.5).astype(np.float32))

    return {"w1": w(bins, hidden), "w2": w(hidden, hidden), "w3": w(hidden, bins)}


def mask(params, mag):
    h = jax.nn.relu(jnp.log1p(mag) @ params["w1"])
    h = h + jax.nn.relu(h @ params["w2"])
    return jax.nn.sigmoid(h @ params["w3"])


def loss_fn(params, mix, flute):
    mag = magnitude(mix)
    return jnp.mean((mask(params, mag) * mag - magnitude(flute)) ** 2)


def total_samples(clips):
    """Position counter of the archive, beyond 2**31."""
    return jnp.asarray(np.int64(clips) * 3_000_000_000)


def main():
    rng = np.random.default_rng(0)
    params = init(rng)
    tx = optax.adam(1e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def step(params, opt_state, mix, flute):
        loss, grads = jax.value_and_grad(loss_fn)(params, mix, flute)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    pool = [jax.device_put(make_batch(rng, 16)) for _ in range(6)]
    losses = []
    for i in range(STEPS):
        params, opt_state, loss = step(params, opt_state, *pool[i % len(pool)])
        losses.append(loss)
    losses = np.asarray(jax.device_get(losses))
    print("loss", np.array2string(losses[::30], precision=5))
    print("archive position", int(total_samples(6)))


if __name__ == "__main__":
    main()
