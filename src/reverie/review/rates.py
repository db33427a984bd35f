"""Did a rate change? Exact answers for small counts, with the standard library: the ratio of two Poisson rates, given
the total, is a matter of a binomial share; and the same where the first count was picked for being large."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

MISS = 0.05  # how often each bound may be wrong
_ROUNDS = 200
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Counts:
    """How often it happened, and in how much activity: in an ordinary time before, in the window in which it was
    noticed, and after. A window is noticed only from `floor` on, so its count says less than it seems to: whatever the
    rate, a window that is looked at has at least that many, and the next one falls back to the ordinary by itself
    (regression to the mean). Conditioning on the floor takes exactly that out."""

    prior: int
    window: int
    after: int
    prior_activity: float
    window_activity: float
    after_activity: float
    floor: int = 0

    @property
    def before(self) -> int:
        return self.prior + self.window

    @property
    def before_activity(self) -> float:
        return self.prior_activity + self.window_activity


def ratio_interval(counts: Counts, miss: float = MISS) -> tuple[float, float]:
    """Bounds for (rate after) / (rate before); each is wrong at most `miss` of the time."""
    if counts.after_activity <= 0 or counts.before_activity <= 0 or counts.before + counts.after == 0:
        return 0.0, math.inf
    if counts.floor <= 0:
        low, high = clopper_pearson(counts.after, counts.before + counts.after, miss)
        scale = counts.before_activity / counts.after_activity
        return scale * low / (1 - low), scale * high / (1 - high) if high < 1 else math.inf
    return _picked_interval(counts, miss)


def clopper_pearson(hits: int, total: int, miss: float = MISS) -> tuple[float, float]:
    """Exact bounds for a share, each wrong at most `miss` of the time."""
    low = beta_quantile(miss, hits, total - hits + 1) if hits else 0.0
    high = beta_quantile(1 - miss, hits + 1, total - hits) if hits < total else 1.0
    return low, high


def beta_quantile(share: float, a: float, b: float) -> float:
    """Where the Beta(a, b) distribution reaches `share`."""
    return _bisect(lambda x: beta_cdf(x, a, b) - share, 0.0, 1.0)


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast only below the mean
        return 1 - beta_cdf(1 - x, b, a)
    front = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(front) / (a * _fraction(x, a, b))


def ordinary_rate(counts: Counts) -> float:
    """The rate before, per unit of activity: what makes the counts most likely, knowing how the window was picked."""
    if counts.before_activity <= 0:
        return 0.0
    most = counts.before / counts.before_activity
    if counts.floor <= 0 or most == 0:
        return most
    return _bisect(lambda rate: _expected(counts, rate) - counts.before, 0.0, most)


def _expected(counts: Counts, rate: float) -> float:
    mean = rate * counts.window_activity
    least = _poisson_tail(counts.floor, mean)
    window = mean * _poisson_tail(counts.floor - 1, mean) / least if least > _TINY else counts.floor
    return rate * counts.prior_activity + window


def _poisson_tail(least: int, mean: float) -> float:
    """The chance of at least that many. Summed from there on, because one minus the rest loses it when it is small."""
    if least <= 0 or mean <= 0:
        return 1.0 if least <= 0 else 0.0
    term = total = math.exp(least * math.log(mean) - mean - math.lgamma(least + 1))
    k = least
    while term > total * 1e-16 and term > 0:
        k += 1
        term *= mean / k
        total += term
    return min(1.0, total)


def _picked_interval(counts: Counts, miss: float) -> tuple[float, float]:
    """Given the total, the count after has weights C(n, a) · ratioᵃ · P(the window still reaches its floor): a family
    that moves up with the ratio, so each bound is one bisection."""
    weights = _weights(counts)
    top = len(weights) - 1
    after = counts.after
    low = _bisect(lambda r: _share(weights, r, after, top) - miss, -60.0, 60.0) if after else -math.inf
    high = _bisect(lambda r: miss - _share(weights, r, 0, after), -60.0, 60.0) if after < top else math.inf
    return math.exp(low), math.exp(high) if high < math.inf else math.inf


def _weights(counts: Counts) -> list[float]:
    """The logarithms of those weights at a ratio of one. Beyond the last the window cannot reach its floor."""
    total = counts.before + counts.after
    step = math.log(counts.after_activity / counts.before_activity)
    share = counts.window_activity / counts.before_activity
    found = []
    for after in range(total - counts.floor + 1):
        reached = _reaches(total - after, share, counts.floor)
        if reached <= 0:
            break
        ways = math.lgamma(total + 1) - math.lgamma(after + 1) - math.lgamma(total - after + 1)
        found.append(ways + after * step + math.log(reached))
    return found


def _reaches(tries: int, share: float, floor: int) -> float:
    return 1.0 if floor <= 0 else beta_cdf(share, floor, tries - floor + 1)


def _share(weights: list[float], log_ratio: float, first: int, last: int) -> float:
    terms = [weight + a * log_ratio for a, weight in enumerate(weights)]
    most = max(terms)
    sizes = [math.exp(term - most) for term in terms]
    return math.fsum(sizes[first : last + 1]) / math.fsum(sizes)


def _bisect(rising: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function (Lentz's method), inverted."""
    c, d = 1.0, 1 / _off_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for factor in (even, odd):
            d = 1 / _off_zero(1 + factor * d)
            c = _off_zero(1 + factor / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return 1 / value


def _off_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
