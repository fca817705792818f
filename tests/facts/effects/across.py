from helpers import counted, noted, plain, through


def prints(x):  # fact: effects prints
    return noted(x)


def prints_two_files_down(x):  # fact: effects prints
    return through(x)


def counts(x):  # fact: effects writes
    return counted(x)


def nobody_knows(x):  # fact: effects unknown
    return plain(x)
