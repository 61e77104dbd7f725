"""The same rules as `rules`, in tables and compiled code: for search, simulation and many hands.

Needs the extra `simulate` (numpy, numba); nothing else imports it unless it is asked for.
"""
