"""How the files of rules and words are read."""

from __future__ import annotations

import re

import pytest

from meetwithoutfear import data
from meetwithoutfear.domain import vocabulary

RULES = r"""
# Who it may be.
[who]
he
she

[blow]
hit|slap

[abuse A]
# A comment says why, and a group keeps its name.
<who> (?P<how>\w+ )?<blow>s (?<!not )me

[who]
they
"""


@pytest.fixture
def _the_file_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "read_text", lambda _name: RULES)


@pytest.mark.usefixtures("_the_file_is")
def test_a_rule_stands_in_its_section_with_the_named_ones_written_out() -> None:
    rules = vocabulary.read_rules("any.txt")
    assert rules["who"] == ("he", "she", "they")
    assert rules["abuse A"] == (r"(?:he|she) (?P<how>\w+ )?(?:hit|slap)s (?<!not )me",)


def test_a_rule_may_name_words_from_elsewhere_but_none_that_nobody_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(data, "read_text", lambda _name: "[told]\n<friend> said")
    assert vocabulary.read_rules("any.txt", {"friend": ("she", "he")})["told"] == ("(?:she|he) said",)
    with pytest.raises(KeyError):
        vocabulary.read_rules("any.txt")


def test_words_stand_between_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "read_text", lambda _name: "[fillers]\njust really\n# and\noh\n[common]\na the")
    words = vocabulary.read_words("any.txt")
    assert words == {"fillers": {"just", "really", "oh"}, "common": {"a", "the"}}


def test_a_pair_may_lack_its_second_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "read_text", lambda _name: "[instead]\ncan't = can not\nkind of =")
    assert vocabulary.read_pairs("any.txt") == {"instead": {"can't": "can not", "kind of": ""}}


@pytest.mark.usefixtures("_the_file_is")
def test_a_section_is_one_pattern_in_small_letters_and_capitals() -> None:
    patterns = vocabulary.read_patterns("any.txt")
    assert patterns["who"].fullmatch("They")
    assert patterns["abuse A"].search("She always slaps me")
    assert not vocabulary.read_patterns("any.txt", flags=re.NOFLAG)["who"].fullmatch("They")


def test_a_rule_is_compiled_when_it_is_first_needed_and_then_kept() -> None:
    rules = vocabulary.Patterns({"told": "she said", "broken": "("})
    assert list(rules) == ["told", "broken"]
    assert len(rules) == 2
    assert rules["told"].search("and she said so")
    assert rules["told"] is rules["told"]
    with pytest.raises(re.error):
        rules["broken"]
    with pytest.raises(KeyError):
        rules["unheard of"]
