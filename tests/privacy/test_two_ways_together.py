"""Two worlds again, in the last two stages: what Alice keeps to herself differs, and how often she changes her mind."""

from __future__ import annotations

from pathlib import Path

from hesitating import gets_ready, ranks_anew, shares_need
from privacy.test_two_secrets import OVERVIEW, World, begin, compare, secret, two_worlds

HESITATIONS = {"X": 3, "Y": 0}
TOGETHER = ("/needs", "/common-ground", "/agreements", "/messages", "/pending-actions", "/timeline", "")


def come_to_needs(world: World) -> None:
    begin(world, 0)
    world.server.engine.judges = lambda _prompt: "good"
    for one in (world.alice, world.bob):
        # One analysis after the other: which of two is done first would not be the same in both worlds.
        one.shares_statement("I imagine that you are tired.")
        world.rests()
    for one in (world.alice, world.bob):
        one.comes_to("REVEALED")
    for one in (world.alice, world.bob):
        one.validates("ACCURATE")


def keep_needs(world: World) -> None:
    """Some that are never shared, one that was worded otherwise, and one that is."""
    for number in range(2):
        world.alice.adds_need(secret(world, number))
    world.alice.finds_needs()
    kept = world.alice.adds_need(secret(world, 2))["id"]
    world.alice.does("PATCH", world.alice.here(f"/needs/{kept}"), {"need": "to be heard"})
    shares_need(world.alice, kept, HESITATIONS[world.name])


def stand_together(world: World) -> None:
    world.bob.shares_needs(world.bob.adds_need("to be heard")["id"])
    for person in (world.alice, world.bob):
        person.confirms_ground(person.is_told_of_ground()[0]["id"])


def keep_ideas(world: World) -> None:
    """As many as there are letters in a secret, and all of them are gone before she is ready."""
    for number in range(2 + len(secret(world, 0)) % 3):
        world.alice.has_idea(f"{secret(world, 0)} {number}")
    for idea in world.alice.sees_pool()["strategies"]:
        world.alice.does("DELETE", world.alice.here(f"/strategies/{idea['id']}"))


def hesitate(world: World) -> None:
    gets_ready(world.alice, world.server.clock, HESITATIONS[world.name])


def change_her_mind(world: World) -> None:
    world.bob.is_ready()
    ranks_anew(world.alice, world.server.clock, HESITATIONS[world.name])


def rank_in_secret(world: World) -> None:
    """What they rank differs, where they meet does not."""
    ideas = sorted(world.bob.sees_pool()["strategies"], key=lambda idea: str(idea["description"]))
    common, *others = [idea["id"] for idea in ideas]
    world.alice.ranks(common, *(others if world.name == "X" else ()))
    world.bob.ranks(common)


STEPS = (come_to_needs, keep_needs, stand_together, keep_ideas, hesitate, change_her_mind, rank_in_secret)


def test_of_needs_ideas_and_rankings_that_one_keeps_nothing_can_be_told_either(tmp_path: Path) -> None:
    with two_worlds(tmp_path) as worlds:
        for step in STEPS:
            for world in worlds:
                step(world)
                world.rests()
            compare([world.glance(TOGETHER) for world in worlds], [step.__name__])
            compare([world.sees(OVERVIEW) for world in worlds], [step.__name__])
            compare([world.events() for world in worlds], [step.__name__])
            compare([world.prompts() for world in worlds], [step.__name__])
        compare([world.glance(["/strategies/overlap"]) for world in worlds], ["where they meet"])
        assert worlds[0].bob.sees_overlap()["overlap"]
