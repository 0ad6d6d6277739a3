"""Finds micro-experiments that fit what both members want, each of them different from the others found.

It is given common ground and keys, and can reach nothing else: a suggestion never rests on private content. The
vectors of the library are made beforehand by tools/embed_library.py. Without weights what is wanted has no vector,
and the names of needs, their categories and the words in common decide.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from meetwithoutfear import data
from meetwithoutfear.domain.feelings import NEEDS, WORDING
from meetwithoutfear.domain.repair.pool import EXPERIMENTS, Experiment, Wanted
from meetwithoutfear.domain.side import Relation
from meetwithoutfear.engines.embedded.ear import EAR_SHA256, HEADS, Ear, Vectors
from meetwithoutfear.engines.embedded.wordpieces import split_words

FILE = "library.npz"
SAME_NEED, SAME_CATEGORY, SAME_WORD = 0.2, 0.1, 0.1
LIKENESS = 0.5
"""What being like one that is already chosen costs."""
SHORTEST_WORD, STEM = 4, 5
"""Shorter words say little about what somebody wants; the first letters stand for all forms of a word."""


class LibrarySearch:
    def __init__(self, ear: Ear | None) -> None:
        self._ear = ear
        self._vectors = load_vectors()
        self._likeness = self._vectors @ self._vectors.T
        self._stems = [stems(embedded_text(one)) for one in EXPERIMENTS]
        self._uses = Counter(stem for own in self._stems for stem in own)

    def find(
        self,
        wanted: Sequence[Wanted],
        *,
        count: int,
        without: Collection[str] = (),
        relation: Relation | None = None,
    ) -> tuple[Experiment, ...]:
        """The best first; what is wanted takes turns, so that everything wanted is served. Fewer than `count` only when
        the library has no more."""
        left = [
            place
            for place, one in enumerate(EXPERIMENTS)
            if one.key not in without and (relation is None or relation in one.relations)
        ]
        fits = [self._fit(item) for item in wanted] or [np.zeros(len(EXPERIMENTS), np.float32)]
        chosen: list[int] = []
        for fit in islice(cycle(fits), min(count, len(left))):
            score = fit - LIKENESS * self._likeness[chosen].max(axis=0, initial=0)
            best = max(left, key=lambda place: float(score[place]))
            left.remove(best)
            chosen.append(best)
        return tuple(EXPERIMENTS[place] for place in chosen)

    def _fit(self, item: Wanted) -> NDArray[np.float32]:
        named, text = named_needs(item), f"{item.need}. {item.description}"
        heard = self._ear.shares([text], "need")[0] if self._ear else np.zeros(len(HEADS["need"]))
        chance = dict(zip(HEADS["need"], heard, strict=True))
        bonus = [
            SAME_NEED * max(bool(named & set(one.needs)), sum(chance[need] for need in one.needs))
            + SAME_CATEGORY * (item.category in one.categories)
            for one in EXPERIMENTS
        ]
        return self._nearness(text) + np.array(bonus, np.float32)

    def _nearness(self, text: str) -> NDArray[np.float32]:
        if self._ear:
            near: NDArray[np.float32] = self._vectors @ self._ear.encode([text])[0]
            return near
        wanted = stems(text)
        # The rarest word in common decides: one that half of the library contains tells next to nothing.
        rarest = [max((1 / self._uses[x] for x in wanted & own), default=0.0) for own in self._stems]
        return SAME_WORD * np.array(rarest, np.float32)


def named_needs(item: Wanted) -> frozenset[str]:
    """The needs of the vocabulary that it contains, by their name or as the guide words them. The category tells whether
    a word is meant as a need: "to put old hurts to rest" is not about rest."""
    text = item.need.lower()
    return frozenset(
        need
        for need, category in NEEDS.items()
        if item.category in (category, None)
        and any(re.search(rf"\b{re.escape(name)}\b", text) for name in (need, as_a_thing(need)))
    )


def as_a_thing(need: str) -> str:
    """As the guide words it, whether one has it or wants to have it."""
    return WORDING.get(need, need).removeprefix("to have ")


def stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in split_words(text) if len(word) >= SHORTEST_WORD)


def embedded_text(experiment: Experiment) -> str:
    return f"{experiment.description} ({', '.join(experiment.needs)})"


def texts_digest() -> str:
    """Of everything the vectors are made from, to notice a stale file."""
    return hashlib.sha256("\n".join((EAR_SHA256, *map(embedded_text, EXPERIMENTS))).encode()).hexdigest()


def load_vectors() -> Vectors:
    with np.load(io.BytesIO(data.read_bytes(FILE)), allow_pickle=False) as file:
        return np.asarray(file["vectors"], np.float32)
