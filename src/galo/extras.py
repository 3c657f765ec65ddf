"""The parts of galo that `pip install galo` leaves out, and how to get each.

galo[lab]       evolution by CMA-ES, fronts, archives, studies, reports, figures
galo[cluster]   evolution on many machines
galo[cuda]      the simulator and environments on an NVIDIA GPU
galo[postgres]  tables of the site in PostgreSQL
galo[rl]        environments of PettingZoo, Gymnasium and OpenSpiel
galo[train]     training a network by self-play, on PyTorch
"""

from importlib.util import find_spec

from galo.errors import ConfigError

EXTRAS = {
    "lab": ("cma", "jinja2", "matplotlib", "pymoo", "ribs", "scipy"),
    "cluster": ("dask", "distributed"),
    "cuda": ("numba_cuda",),
    "postgres": ("psycopg",),
    "rl": ("gymnasium", "open_spiel", "pettingzoo"),
    "train": ("torch",),
}
LARGE = ("train",)  # not part of galo[all]: gigabytes


def installed() -> list[str]:
    """Return the extras that are installed here."""
    return [name for name in EXTRAS if not _missing(name)]


def require(extra: str, what: str) -> None:
    """Raise ConfigError, naming *what* asks for it, if *extra* is not installed."""
    missing = _missing(extra)
    if missing:
        raise ConfigError(
            f"{what} needs what galo[{extra}] adds ({', '.join(missing)} not installed); "
            f"get it with pip install 'galo[{extra}]'"
        )


def _missing(extra: str) -> list[str]:
    return [module for module in EXTRAS[extra] if find_spec(module) is None]
