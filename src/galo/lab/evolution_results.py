"""The result of a run: its champion, and the members of its front or archive, on fresh deals."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from galo.arena.statistics import paired_interval
from galo.arrays import IntCube, RealMatrix
from galo.lab.evolution_run import FINAL, RETEST, EvolutionRun, scores_of
from galo.lab.evolvable import Meeting
from galo.lab.fitness import Place, by_points, evaluate, half_points
from galo.lab.pareto import ParetoSearch, front_of
from galo.lab.quality_diversity import StyleArchive
from galo.lab.scores import Scores
from galo.lab.settings import STYLED
from galo.players.parameters import MEMBERS

Result = dict[str, Any]


def results_of(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return the results of finished *runs*, each champion tested on fresh deals."""
    if runs[0].settings.method in STYLED:
        return _results_with_members(runs, place)
    champions = _champions(runs, place)
    best = [np.array([run.fame[number]]) for run, number in zip(runs, champions, strict=True)]
    counted = _on_fresh_deals(runs, best, RETEST, runs[0].settings.retest, place)
    return [
        _result(run, run.fame[number], run.curve[number][0], counts)
        for run, number, counts in zip(runs, champions, counted, strict=True)
    ]


def _champions(runs: Sequence[EvolutionRun], place: Place) -> list[int]:
    """Return the generation, from 0, whose best is the champion of each of *runs*."""
    finalists = min(runs[0].settings.finalists, runs[0].generation)
    if finalists == 1:
        return [run.generation - 1 for run in runs]
    fields = [np.array(run.fame[-finalists:]) for run in runs]
    counted = _on_fresh_deals(runs, fields, FINAL, runs[0].settings.retest, place)
    best = (int(np.argmax(half_points(counts).sum(axis=0))) for counts in counted)
    return [run.generation - finalists + one for run, one in zip(runs, best, strict=True)]


def _on_fresh_deals(
    runs: Sequence[EvolutionRun],
    fields: Sequence[RealMatrix],
    purpose: int,
    matches: int,
    place: Place,
) -> list[IntCube]:
    """Return the counts of *fields*, individuals of each run, on the deals of a *purpose*."""
    evaluations = [
        run.evolvable.evaluation(
            Meeting(field, run.met(field), run.stream(purpose).key, True), run.opponents
        )
        for run, field in zip(runs, fields, strict=True)
    ]
    return evaluate(evaluations, -(-matches // 2), place)


def _results_with_members(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return the results of *runs* that end in many players: the best of them, and all."""
    fields = [run.evolvable.individuals(_members(run)) for run in runs]
    matches = runs[0].settings.matches
    counted = _on_fresh_deals(runs, fields, FINAL, matches, place)
    scores = [scores_of(*each) for each in zip(runs, fields, counted, strict=True)]
    champions = [int(np.argmax(each.won)) for each in scores]
    best = [field[[number]] for field, number in zip(fields, champions, strict=True)]
    retested = _on_fresh_deals(runs, best, RETEST, runs[0].settings.retest, place)
    return [
        {
            **_result(run, field[number].tolist(), float(score.won[number]), counts),
            MEMBERS: _described(run, field, score),
        }
        for run, field, score, number, counts in zip(
            runs, fields, scores, champions, retested, strict=True
        )
    ]


def _members(run: EvolutionRun) -> RealMatrix:
    """Return the rows of the front, or of the archive, of *run*."""
    assert isinstance(run.optimiser, ParetoSearch | StyleArchive)
    return run.optimiser.members()


def _described(run: EvolutionRun, field: RealMatrix, scores: Scores) -> list[Result]:
    """Return what is known of each of the *field* that is worth keeping, by its fresh *scores*.

    Of a front that is who still is ahead of every other in some goal, best share first; of an
    archive everybody, in the order of its grid.
    """
    settings = run.settings
    if settings.method == "nsga2":
        names, values = settings.wanted, scores.goals
        chosen = sorted(front_of(values).tolist(), key=lambda number: -scores.won[number])
    else:
        names, values = settings.styles, scores.styles
        chosen = list(range(len(field)))
    return [
        {
            "best": run.evolvable.kept(field[number]),
            "won": float(scores.won[number]),
            **dict(zip(names, values[number].tolist(), strict=True)),
            **run.evolvable.described(field[number]),
        }
        for number in chosen
    ]


def _result(
    run: EvolutionRun, champion: Sequence[float], fitness: float, counts: IntCube
) -> Result:
    """Return the result of *run*, whose *champion* had that *fitness*, and then these *counts*."""
    lost, quarter, split, most, won = by_points(counts).sum(axis=(0, 1)).tolist()
    pairs = lost, quarter, split, most, won
    retest = (quarter / 4 + split / 2 + 3 * most / 4 + won) / sum(pairs)
    row = np.array(champion)
    return {
        "best": run.evolvable.kept(row),
        **run.evolvable.described(row),
        "fitness": fitness,
        "retest": retest,
        "retest_interval": list(paired_interval(pairs)),
        "luck": fitness - retest,
        "matches": run.matches,
        "generations": run.generation,
        "curve": run.curve,
        "fame": [run.evolvable.kept(np.array(best)) for best in run.fame],
    }
