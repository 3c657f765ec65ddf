"""The result of a run: its champion, and the members of its front or archive, on fresh deals."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from galo.arena.statistics import paired_interval
from galo.arrays import IntCube, RealMatrix
from galo.lab.evolution_run import CYCLE, FINAL, RETEST, EvolutionRun, scores_of
from galo.lab.evolvable import Meeting
from galo.lab.fitness import Place, by_points, evaluate, half_points
from galo.lab.pareto import ParetoSearch, front_of
from galo.lab.quality_diversity import StyleArchive, best_of_cells, cells_of
from galo.lab.scores import Scores
from galo.lab.settings import NSGA2, POPULATION, SELF, STYLED
from galo.players.parameters import MEMBERS

CYCLED = 12  # generations whose bests meet each other at the end
CYCLES = "cycles"  # of a result

MEMBERS_SHARE = 20  # a member of many is measured by this part of a retest, at least

Result = dict[str, Any]


def results_of(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return the results of finished *runs*, each champion tested on fresh deals."""
    results = _results(runs, place)
    if not {SELF, POPULATION}.intersection(runs[0].settings.against):
        return results
    cycles = cycles_of(runs, place)
    return [{**result, CYCLES: each} for result, each in zip(results, cycles, strict=True)]


def _results(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return the results of *runs* without their cycles."""
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
    evaluations = []
    for run, field in zip(runs, fields, strict=True):
        kin = field[:0] if run.kin is None else run.kin  # as in the last generation
        meeting = Meeting(field, kin, run.stream(purpose).key, True)
        evaluations.append(run.evolvable.evaluation(meeting, run.opponents))
    # A whole population is met by the matches that one opponent would be.
    met = runs[0].settings.population if POPULATION in runs[0].settings.against else 1
    return evaluate(evaluations, -(-matches // (2 * met)), place)


def cycles_of(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return how the bests of some generations of each of *runs* do against each other.

    All their matches together are about as many as those of a retest.
    """
    count = min(CYCLED, runs[0].generation)
    chosen = np.linspace(0, runs[0].generation - 1, count).round().astype(int).tolist()
    evaluations = []
    for run in runs:
        bests = np.array([run.fame[generation] for generation in chosen])
        meeting = Meeting(bests, bests, run.stream(CYCLE).key, True)
        evaluations.append(run.evolvable.evaluation(meeting, run.evolvable.opponents(())))
    pairs = -(-runs[0].settings.retest // (2 * count * count))
    counted = evaluate(evaluations, pairs, place)
    generations = [generation + 1 for generation in chosen]
    return [
        {
            "bests": generations,
            "matches_each": 2 * pairs,
            "shares": (half_points(counts).T / (4 * pairs)).tolist(),
        }
        for counts in counted
    ]


def _results_with_members(runs: Sequence[EvolutionRun], place: Place) -> list[Result]:
    """Return the results of *runs* that end in many players: the best of them, and all."""
    fields = [run.evolvable.individuals(_members(run)) for run in runs]
    settings = runs[0].settings
    matches = max(settings.matches, settings.retest // MEMBERS_SHARE)
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

    Of nsga2 that is the front, best share first; of an archive the best of each cell, in the order
    of its grid.
    """
    settings = run.settings
    if settings.method == NSGA2:
        values = scores.goals
        chosen = sorted(front_of(values).tolist(), key=lambda number: -scores.won[number])
    else:
        values = scores.styles
        chosen = best_of_cells(scores.won, cells_of(settings.styles, values, settings.cells))
    return [
        {
            "best": run.evolvable.kept(field[number]),
            "share": float(scores.won[number]),
            "measures": dict(zip(settings.measures, values[number].tolist(), strict=True)),
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
