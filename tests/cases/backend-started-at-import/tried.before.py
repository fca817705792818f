# not executed: nothing is rewritten
import warnings


def check():
    """Warn of what is no longer supported."""
    try:
        import jax

        for device in jax.devices():
            if "old" in str(device):
                warnings.warn("too old", stacklevel=2)
                return False
    except ImportError:
        return False
    return True


try:
    import jax

    AVAILABLE = check()  # want: JOL910 "`check` runs at the top"
except ImportError:
    AVAILABLE = False
