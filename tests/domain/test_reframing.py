"""Which wordings of a need are gently questioned, and which speak for their author."""

from __future__ import annotations

import pytest

from meetwithoutfear.domain.feelings import NEEDS
from meetwithoutfear.domain.needs.need import ABOUT_ANOTHER, ONE_WAY, needs_reframing

ABOUT_SOMEBODY_ELSE = """
you should help more
You should help more.
for him to stop lying
that she apologises
more help from you
he listens to me
She must respect me
They have to ask first
I want him to listen
I need you to stop shouting
I wish she would call
my husband should come home earlier
for my mother to stay out of it
for Tara to tell me the truth
respect from him
a thank you from Jason
her attention
more of your time
him to be on my side
to make her see what she did
to get him to talk
to change him
to punish them
a husband who helps
a partner that listens
Stop lying
don’t shout at me
Don't leave me alone with it
Listen to me
tell me the truth
give me space
Respect my time
treat me like an equal
please ask me first
no more lies
We have to be honest
Sam needs to grow up
the other person finally sees it
if he would only listen
people should know better
that you trust me
I want her back
be honest with me
"""
ONE_OF_MANY_WAYS = """
an apology
a divorce
couples therapy
a rota for the dishes
the passwords
a walk every Sunday
dinner together twice a week
ten minutes to talk
dinner at seven
a new car
we could eat together
Let's go away for a while
"""
FOR_THEMSELVES = """
to feel we are a team
to be heard
to feel safe
To feel safe with you
to be close to her
to trust him again
to know where I stand
to know that she cares
to feel that he is on my side
to be sure they will be there
to believe you again
to share the load
rest
peace and quiet
some space of my own
space from him
a break from her
to have a say in what happens
to be treated as an equal
to be taken seriously
not to be lied to
not to be shouted at
to stop worrying
to stop walking on eggshells
to be myself
respect
respect for my work
trust between us
honesty
help when it is too much
for us to be honest with each other
for my work to count
for my kids to be safe
to matter to my family
to be asked before things are decided
I need rest
I must be able to breathe
a home where nobody has to shout
a place that doesn't have to be perfect
someone who understands me
to be needed
to be trusted with money
Time to rest
Room to breathe
to feel loved the way I am
to be thanked
To belong somewhere
to be forgiven
to hope again
to be part of the decisions
support with the children
to be seen by my mother
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("wording", lines(ABOUT_SOMEBODY_ELSE))
def test_what_somebody_else_is_to_do_is_gently_questioned(wording: str) -> None:
    assert needs_reframing(wording) == ABOUT_ANOTHER


@pytest.mark.parametrize("wording", lines(ONE_OF_MANY_WAYS))
def test_one_way_among_many_is_gently_questioned(wording: str) -> None:
    assert needs_reframing(wording) == ONE_WAY


@pytest.mark.parametrize("wording", [*lines(FOR_THEMSELVES), *NEEDS])
def test_what_somebody_says_of_themselves_is_left_alone(wording: str) -> None:
    assert needs_reframing(wording) is None


@pytest.mark.parametrize("wording", ["Du sollst mehr helfen", "que ella me escuche", "", "   ", "😭"])
def test_what_cannot_be_read_is_left_alone(wording: str) -> None:
    assert needs_reframing(wording) is None


@pytest.mark.parametrize("suggestion", [ABOUT_ANOTHER, ONE_WAY])
def test_a_suggestion_is_short_and_itself_no_demand(suggestion: str) -> None:
    assert len(suggestion) < 160
    assert needs_reframing(suggestion.split("For example: ")[1]) is None
