# How many requests one client may make in a minute.
REQUESTS_PER_MINUTE = 60


def allowed(made):
    return made < REQUESTS_PER_MINUTE
