"""No status is set past the transition table, in whatever way; and no class has the name of another."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
loaded = importlib.util.spec_from_file_location("check_tree", ROOT / "tools" / "check_tree.py")
assert loaded
assert loaded.loader
check_tree = importlib.util.module_from_spec(loaded)
loaded.loader.exec_module(check_tree)

MODULE = Path("src/meetwithoutfear/store/rooms.py")


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def found(code: str, path: Path = MODULE) -> list[str]:
    return list(check_tree.status_problems(path, ast.parse(code)))


@pytest.mark.parametrize(
    "statement",
    [
        "tx.execute(sa.update(offers).where(mine).values(status=OfferStatus.DECLINED))",
        "tx.execute(sa.update(offers).values(**values))",
        "tx.execute(sa.update(offers).values({'status': OfferStatus.DECLINED}))",
        "tx.execute(sa.update(offers).where(mine), [{'status': OfferStatus.DECLINED}])",
        "tx.execute(tx.insert(offers).on_conflict_do_update(set_=values))",
        "OFFERS.save(tx, (place, offer, replace(offer, status=OfferStatus.DECLINED)))",
        "tx.update(offers, mine, status=OfferStatus.DECLINED)",
        "tx.update(offers, mine, **values)",
        "SESSIONS.save(tx, *changes)",
        "OFFERS.save_each(tx, before, after)",
        "AGREEMENTS.replace(tx, agreement, ('id',))",
    ],
)
def test_a_status_that_is_set_by_anybody_else_is_found(statement: str) -> None:
    assert found(f"async def decline(tx):\n    await {statement}") == [
        f"{MODULE}:2: may set a status past the transition table"
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "tx.execute(sa.update(offers).where(mine).values(coached=True))",
        "tx.update(offers, mine, coached=True)",
        "EMOTIONS.save(tx, (place, emotion, replace(emotion, intensity=3)))",
        "print(text.replace('a', 'b'), found.values())",
    ],
)
def test_what_sets_none_is_left_alone(statement: str) -> None:
    assert found(f"def note(tx):\n    {statement}") == []


def test_what_save_calls_may_set_it() -> None:
    code = "async def save_attempt(tx):\n    await OFFERS.save(tx, (place, before, after))"
    assert found(code) == []


def test_the_tables_with_a_status_are_known() -> None:
    assert {"SESSIONS", "INVITATIONS", "ATTEMPTS", "OFFERS", "AGREEMENTS"} <= check_tree.status_rows()


def test_the_tree_has_none() -> None:
    for path in Path("src").rglob("*.py"):
        if path not in check_tree.ANY_WRITERS:
            assert found(path.read_text(), path) == []


def test_a_class_that_has_the_name_of_another_is_found_in_whatever_module_it_is() -> None:
    stage, screen = (ast.parse(code) for code in ("class Turn: ...\nclass Stage: ...", "class Turn: ..."))
    modules = [(Path("src/a.py"), stage), (Path("src/b.py"), screen)]
    assert list(check_tree.repeated_classes(modules)) == ["src/b.py: Turn is something else in src/a.py"]
