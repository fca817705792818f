"""Seconds, bytes, counts and shares as people read them."""

from __future__ import annotations


def seconds(value: float) -> str:
    """A length of time, with two or three digits.

    >>> seconds(2.123), seconds(0.0456), seconds(0.00012), seconds(75), seconds(4000), seconds(0)
    ('2.1 s', '46 ms', '120 us', '75 s', '67 min', '0 s')
    """
    if value <= 0:
        return "0 s"
    if value >= 600:
        return f"{value / 60:.0f} min"
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= size:
            return f"{_digits(value / size)} {unit}"
    return f"{value * 1e6:.0f} us"


def amount(value: int) -> str:
    """A number of bytes.

    >>> amount(512), amount(1536), amount(64 << 20), amount(3 << 30)
    ('512 B', '1.5 KiB', '64 MiB', '3.0 GiB')
    """
    size = float(value)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{value} B" if unit == "B" else f"{_digits(size)} {unit}"


def share(value: float) -> str:
    """A part of the run, in percent.

    >>> share(0.413), share(0.0213), share(0.004)
    ('41 %', '2.1 %', 'less than 1 %')
    """
    if value < 0.01:
        return "less than 1 %"
    return f"{_digits(100 * value)} %"


def times(count: int) -> str:
    """How often.

    >>> times(1), times(2), times(12000)
    ('once', 'twice', '12,000 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "array"), counted(2000, "array"), counted(2, "process", "processes")
    ('1 array', '2,000 arrays', '2 processes')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"
