# not executed: nothing is rewritten
import jax


def count():
    return jax.device_count()


DEVICES = count()  # want: JOL910 "`count` runs at the top"


def warned():
    try:
        first = jax.devices()[0]
        if "old" in str(first):
            return None
    except RuntimeError:
        pass
    return first
