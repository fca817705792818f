import jax
import jax.numpy as jnp


def inputs(key):
    t = jax.random.uniform(key, (6,))
    c, s = jnp.cos(t), jnp.sin(t)
    return (jnp.stack([jnp.stack([c, -s], -1), jnp.stack([s, c], -1)], -2),)


def run(steps):
    """The pose after every step: the newest transformation stands on the left."""
    pose = jnp.eye(steps.shape[-1], dtype=steps.dtype)
    poses = []
    for step in steps:
        pose = step @ pose
        poses.append(pose)
    return jnp.stack(poses)
