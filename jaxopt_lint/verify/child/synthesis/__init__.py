"""Arguments made up for a function that nothing says how to call.

What an argument is comes out by use: it starts as an `unknown.Unknown`, whose first use tells
whether it is an array, a dict with some key, a whole number and so on (`guesses`), and the call
starts anew with that. Every size of an array is a prime number of its own, so that an error that
mentions sizes says which of them have to agree (`repairs`). `search` goes from attempt to attempt,
the most promising first, until a call ends well. What a made-up function gives is found out in the
same way (`answers`), and libraries in use are asked for what they begin with (`library`, `trees`).
"""
