"""The lines that the benchmarks print: what, goal, figure, verdict."""


def line(what, goal, figure, verdict=""):
    print(f"{what:<52} {goal:>9} {figure:>9}  {verdict}".rstrip(), flush=True)


def judged(what, figure, limit, form="{:.2f}", note=""):
    verdict = "met" if figure <= limit else "MISSED"
    line(what, "≤ " + form.format(limit), form.format(figure), f"{verdict}  {note}".rstrip())


def reached(what, figure, goal, form="{:.2f}", note=""):
    """As `judged`, where more is better."""
    verdict = "met" if figure >= goal else "MISSED"
    line(what, "≥ " + form.format(goal), form.format(figure), f"{verdict}  {note}".rstrip())


def told(what, figure, note=""):
    line(what, "", figure, note)


def spread(values, form="{:.2f}"):
    return f"{form.format(min(values))} to {form.format(max(values))}"
