"""What a training is told; a directory holds one training of one of these."""

from dataclasses import dataclass

from galo.errors import ConfigError, UnknownNameError

GAMES = ("dominoes4",)  # whose options a network can value
LINEAR = ("s1", "s2", "s3", "s4", "basic")  # that can sit beside it: evaluated where it plays
MINUTES = 10.0


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training."""

    game: str = "dominoes4"
    minutes: float = MINUTES  # of training, unless a number of decisions is given
    decisions: int = 0  # to train on; 0: as many as there is time for
    tables: int = 16384  # that are played at the same time
    steps: int = 16  # decisions at each table before the network learns from them
    against: str = ""  # a player that is the other pair at some tables
    share: float = 0.25  # of the tables at which it is
    learning_rate: float = 1e-3  # at first; it falls to zero
    entropy: float = 0.01  # what being undecided is worth at first; it falls to zero
    rollouts: float = 1.0  # share of the training in which rollouts say what options are worth
    epochs: int = 2  # times that each decision is learned from
    minibatches: int = 32  # of each epoch
    discount: float = 0.9  # GAE's lambda, for each decision
    clip: float = 0.2  # how far a choice may become likelier or less likely at once
    width: int = 768  # of the first layer; the others follow
    seed: int = 1

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise UnknownNameError("game that can be trained", self.game, GAMES)
        if self.against and self.against not in LINEAR:
            raise UnknownNameError("player to train against", self.against, LINEAR)
        if not self.decisions and not self.minutes > 0:
            raise ConfigError(f"{self.minutes} minutes are no time to train")
        for name in ("share", "rollouts"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name}={getattr(self, name)} is not from 0 to 1")
        for name in ("tables", "steps", "epochs", "minibatches", "width"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}={getattr(self, name)} must be 1 or more")
        if self.tables * self.steps % self.minibatches:
            raise ConfigError(
                f"{self.tables} tables times {self.steps} steps are not divided by "
                f"{self.minibatches} minibatches"
            )

    @property
    def widths(self) -> tuple[int, int, int, int]:
        """How many outputs the layers have: situation, hidden, shared and option, joined."""
        return self.width, self.width * 3 // 4, self.width * 3 // 8, self.width // 8
