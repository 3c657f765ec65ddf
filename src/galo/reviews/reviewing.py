"""Reviewing a record: every position studied, on all cores, and added up."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from math import exp

from galo.arena.play import checked_jobs
from galo.arena.records import GameRecord
from galo.errors import ConfigError
from galo.games.game import Game, Move, Outcome, Position
from galo.players.player import Limit
from galo.players.registry import games_with, reviewer_of
from galo.players.reviewer import Judgement, Moment, Reviewer, Scale
from galo.reviews.review import MARKS, PARTS, Event, EventKind, Mark, MoveReview, Review, SeatReview
from galo.stream import Stream

REVIEWS = 4  # below a seed: the stream of a review, apart from those of deals and decisions
BEFORE_THE_DEAL = PARTS // 2  # nobody has an advantage in what is not dealt yet
CERTAIN_ERRORS = 2  # a loss of fewer standard errors than these has no name

#: Called with how many positions are studied, and how many there are.
OnPosition = Callable[[int, int], object]


@dataclass(frozen=True)
class Step:
    """A position of the record, and what led on from it: a move, or None for a deal or the end."""

    position: Position
    move: Move | None
    number: int  # of the move in the record, from 1
    round: int

    @property
    def choice(self) -> Move | None:
        """The move, if another one could have been made."""
        return self.move if len(self.position.legal_moves) > 1 else None


def review(
    record: GameRecord,
    *,
    seconds: float | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: OnPosition | None = None,
) -> Review:
    """Return the review of *record*, a game that is over.

    *limit*, or *seconds* alone, says what is spent on each position; without them it is enough for
    marks that hold, and the same seed gives the same review. *jobs* threads, by default one for
    each core, study positions; *progress* is called after each.
    """
    if limit is not None and seconds is not None:
        raise ConfigError("seconds and limit contradict each other; give one of them")
    allowed = limit or Limit(seconds=seconds)
    if record.result is None:
        raise ConfigError("the game was left unfinished: only one that is over can be reviewed")
    reviewer = make_reviewer(record.game, allowed)
    steps = list(steps_of(record))
    moments = _study(reviewer, steps, Stream.of(seed, REVIEWS), checked_jobs(jobs), progress)
    return assemble(record, reviewer.scale, steps, moments, (seed, written(allowed)))


def make_reviewer(game: str, limit: Limit) -> Reviewer:
    """Return a reviewer of *game*; refuse a game that has none."""
    make = reviewer_of(game)
    if make is None:
        known = ", ".join(games_with("reviewer"))
        raise ConfigError(f"{game} cannot be reviewed; games that can: {known}")
    return make(limit)


def written(limit: Limit) -> str:
    """Return *limit* in words, `default` for none."""
    named = [f"{name}={value}" for name, value in asdict(limit).items() if value is not None]
    return ",".join(named) or "default"


def steps_of(record: GameRecord) -> Iterator[Step]:
    """Yield the positions of *record*, the last one included."""
    texts, number, round_number = iter(record.moves), 1, 1
    for position in record.positions():
        if position.mover is None:
            yield Step(position, None, number, round_number)
            round_number += 1
            continue
        text = next(texts, None)  # a game that people ended has moves left
        move = None if text is None else position.parse_move(text)
        yield Step(position, move, number, round_number)
        number += 1


def _study(
    reviewer: Reviewer,
    steps: list[Step],
    rng: Stream,
    threads: int,
    progress: OnPosition | None,
) -> list[Moment | None]:
    """Return what *reviewer* says of every step; None of one where the game is over."""
    moments: list[Moment | None] = [None] * len(steps)
    # From the end: what is found there helps a solver with what comes before.
    open_places = [k for k, step in reversed(list(enumerate(steps))) if not step.position.is_over]
    pool = ThreadPoolExecutor(threads, thread_name_prefix="review")
    try:
        found: dict[Future[Moment], int] = {
            pool.submit(
                reviewer.study, steps[place].position, steps[place].choice, rng.block(place)
            ): place
            for place in open_places
        }
        for done, future in enumerate(as_completed(found), start=1):
            moments[found[future]] = future.result()
            if progress is not None:
                progress(done, len(found))
    finally:
        pool.shutdown(cancel_futures=True)
    return moments


def assemble(
    record: GameRecord,
    scale: Scale,
    steps: list[Step],
    moments: list[Moment | None],
    settings: tuple[int, str],
) -> Review:
    """Return the review of *record* from what was found of its *steps*."""
    game, result = record.make_game(), record.result
    assert result is not None
    chances = [None if moment is None else parts(moment.chance) for moment in moments]
    last = chance_of_result(game, result)
    known = [last if chance is None else chance for chance in chances]
    begins = BEFORE_THE_DEAL if game.has_chance else known[0]
    moves, events = [], []
    before = begins
    if game.has_chance:
        events.append(Event("deal", 1, 1, known[0], 0, known[0] - before))
        before = known[0]
    for place, (step, moment) in enumerate(zip(steps, moments, strict=True)):
        is_last = place + 1 == len(steps)
        if is_last and step.position.is_over:
            break
        after = last if is_last else known[place + 1]
        skill = 0
        if step.choice is not None and moment is not None and moment.judgement is not None:
            moves.append(_move_review(step, step.choice, moment.judgement, scale))
            loss = parts(moves[-1].loss)
            skill = loss if _side(game, step) else -loss
        is_deal = step.move is None and not is_last
        kind: EventKind = "deal" if is_deal else "end" if step.move is None else "move"
        events.append(
            Event(kind, step.number, step.round + is_deal, after, skill, after - before - skill)
        )
        before = after
    return Review(
        record.game,
        record.options,
        settings[0],
        settings[1],
        tuple(_seat_review(record.seats[seat], seat, moves, scale) for seat in range(game.seats)),
        tuple(moves),
        tuple(events),
        begins,
    )


def _side(game: Game, step: Step) -> int:
    assert step.position.mover is not None
    return game.side_of(step.position.mover)


def parts(chance: float) -> int:
    """Return *chance* in PARTS."""
    return round(chance * PARTS)


def chance_of_result(game: Game, result: Outcome) -> int:
    """Return what *result* is for side 0: all PARTS, none, or half of them."""
    if result.winner is None:
        return PARTS // 2
    return PARTS if result.winner == 0 else 0


def _move_review(step: Step, played: Move, judgement: Judgement, scale: Scale) -> MoveReview:
    best = judgement.options[0]
    own = next(option for option in judgement.options if option.move == played)
    loss = parts(judgement.loss) / PARTS
    assert step.position.mover is not None
    slower = None if best.points is None or own.points is None else best.points - own.points
    return MoveReview(
        number=step.number,
        seat=step.position.mover,
        move=played.text,
        best=best.move.text,
        value=own.value,
        best_value=best.value,
        loss=loss,
        error=judgement.error,
        points=own.points,
        best_points=best.points,
        mark=mark_of(loss, judgement.error, slower, scale),
        reasons=judgement.reasons,
        options=judgement.options,
        belief=judgement.belief,
    )


def mark_of(loss: float, error: float, slower: float | None, scale: Scale) -> Mark:
    """Return what a *loss* with its standard *error* is called, and one of so many points."""
    if loss > CERTAIN_ERRORS * error:
        for mark in reversed(MARKS[1:]):
            if loss >= float(getattr(scale, mark)):
                return mark
    if scale.inaccuracy_points is not None and slower is not None and loss == 0:
        return "inaccuracy" if slower >= scale.inaccuracy_points else "good"
    return "good"


def accuracy_of(loss: float, scale: Scale) -> float:
    """Return the accuracy, from 0 to 100, of a decision that gives away *loss*."""
    return 100 * exp(-loss / scale.spread)


def _seat_review(agent: str, seat: int, moves: list[MoveReview], scale: Scale) -> SeatReview:
    own = [move for move in moves if move.seat == seat]
    marks = {mark: sum(move.mark == mark for move in own) for mark in MARKS}
    accuracies = [accuracy_of(move.loss, scale) for move in own]
    accuracy = sum(accuracies) / len(own) if own else None
    return SeatReview(
        agent,
        len(own),
        None if accuracy is None else round(accuracy, 1),
        sum(parts(move.loss) for move in own) / PARTS,
        marks,
    )
