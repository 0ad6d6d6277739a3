"""Everybody finds help, wherever they are, the most urgent first."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meetwithoutfear.domain.help import HELP_LINES, UNION, Resource, ResourceKind, resources_for

REGIONS = ["US", "CA", "GB", "IE", "DE", "AT", "CH", "FR", "ES", "IT", "NL", "AU", "NZ", "IN", "EU"]


def line(name: str, kind: ResourceKind) -> Resource:
    return Resource(name, "123", kind, "always", "a test", (), None)


DIRECTORY = line("directory", ResourceKind.EMOTIONAL)
TABLE = {
    "DE": (line("children", ResourceKind.CHILDREN), line("emergency", ResourceKind.EMERGENCY)),
    "EU": (line("union", ResourceKind.EMERGENCY),),
    "default": (DIRECTORY,),
}


def names(region: str | None) -> list[str]:
    return [resource.name for resource in resources_for(TABLE, region)]


def test_a_region_has_its_own_lines_the_most_urgent_first_and_the_directory() -> None:
    assert names("DE") == names(" de ") == ["emergency", "children", "directory"]


def test_a_member_state_without_lines_of_its_own_has_the_unions() -> None:
    assert names("PL") == ["union", "directory"]


@pytest.mark.parametrize("region", [None, "", "XX", "JP", "nonsense"])
def test_everywhere_else_there_is_the_directory(region: str | None) -> None:
    assert names(region) == ["directory"]


def test_an_empty_table_gives_nothing_rather_than_an_error() -> None:
    assert resources_for({}, "DE") == ()


@given(st.one_of(st.none(), st.text(max_size=5), st.sampled_from(sorted(UNION))))
def test_nobody_is_left_without_help(region: str | None) -> None:
    found = resources_for(HELP_LINES, region)
    assert ResourceKind.EMERGENCY in {resource.kind for resource in found}
    assert any("findahelpline.com" in resource.contact for resource in found)


@pytest.mark.parametrize("region", REGIONS)
def test_every_listed_region_covers_what_the_check_can_find(region: str) -> None:
    own = HELP_LINES[region]
    kinds = {resource.kind for resource in own}
    assert {ResourceKind.EMERGENCY, ResourceKind.VIOLENCE, ResourceKind.CHILDREN} <= kinds
    assert kinds & {ResourceKind.SUICIDE, ResourceKind.EMOTIONAL}


def test_a_line_has_a_source_and_is_honest_about_what_was_not_checked() -> None:
    for resource in (one for lines in HELP_LINES.values() for one in lines):
        assert resource.name
        assert resource.contact
        assert resource.hours
        assert (resource.checked is None) == (resource.source == "public knowledge, to be verified")
    hotline = next(one for one in HELP_LINES["US"] if one.kind is ResourceKind.VIOLENCE)
    assert hotline.checked == date(2026, 11, 15)
