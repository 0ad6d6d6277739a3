"""What the two people of the demo say. Nothing here is said by the guide."""

from __future__ import annotations

from dataclasses import dataclass

TOPIC = "The evenings at home"


@dataclass(frozen=True)
class Role:
    name: str
    told: tuple[str, ...]
    """What they tell the guide about how it has been."""
    wondered: tuple[str, ...]
    """What they say when they try to imagine the other."""
    guess: str
    better: tuple[str, ...]
    """The guess once they have heard a little more, and more."""
    moved: tuple[str, ...]
    """What they say to the guide each time the other one has shared something."""
    shared: str
    """What they share when they are invited to, unless the guide's draft of their own words will do."""
    needed: str
    ideas: tuple[str, ...]
    likes: tuple[str, ...]
    """How they recognise the ideas they could live with, best first."""


MARA = Role(
    name="Mara",
    told=(
        "Jonas comes home, says hello to the room, and then he is behind his phone until we go to bed.",
        "I feel lonely at our own table. I tell him about my day and he says mhm.",
        "Last week I had cooked for an hour and he ate standing up, reading mails. I was hurt, and I said something mean.",
        "I miss how we used to talk. I want to be heard when I tell him something, just that.",
    ),
    wondered=(
        "I suppose he is tired. His job has been too much since the spring.",
        "Maybe he thinks that I only wait for him to do something wrong.",
        "He might feel that nothing he does is enough for me.",
        "I would like to write that down for him.",
    ),
    guess="I think you are tired from work and want your peace in the evening.",
    better=(
        (
            "I imagine that you are exhausted and worried about the job, that you feel ashamed when I sigh, and that "
            "you are afraid nothing you do is good enough for me."
        ),
        (
            "I imagine that you are exhausted and worried about the job and have been alone with that, that you feel "
            "ashamed when I sigh, unheard and judged by me, and afraid that nothing you do is good enough."
        ),
    ),
    moved=(
        "So he has been carrying that by himself. I am sad that I did not see it.",
        "He wants what I want. We both want somebody to listen.",
    ),
    shared="I feel lonely when we sit at one table and do not talk. I miss being heard by you.",
    needed="to be heard",
    ideas=(
        "We put both phones in the drawer for twenty minutes after dinner, and each tells one thing about the day.",
        "On Sundays we cook together, with music and without a screen.",
    ),
    likes=("phones in the drawer", "cook together", "walk", "ten minutes", "listen"),
)

JONAS = Role(
    name="Jonas",
    told=(
        "Since the reorganisation I work late every night. At home I just want ten minutes in which nobody wants anything.",
        "When I come in I see her face and I already know that I have done something wrong.",
        "I am ashamed when she sighs, and then I hide behind my phone, I know that.",
        "I am worried about my job and I have told nobody. I want to be heard too, without being judged.",
    ),
    wondered=(
        "She is annoyed with me most evenings.",
        "Perhaps it is not about the phone. Perhaps she feels alone.",
        "I think she misses how it was, when we talked for hours.",
        "How could I say that to her?",
    ),
    guess=(
        "I imagine that you feel lonely at the table in the evening, hurt when I read while we eat, and sad because "
        "you miss how we used to talk."
    ),
    better=(
        (
            "I imagine that you feel lonely and unheard at our table, hurt when I read while we eat, and sad because you "
            "miss how we used to talk."
        ),
        (
            "I imagine that you feel lonely, unheard and unimportant at our table, hurt when I read while we eat, and sad "
            "because you miss how we used to talk."
        ),
    ),
    moved=(
        "I did not know that she misses me so much. I thought she was only angry.",
        "It was never about the dishes, then.",
    ),
    shared="I am worried about my job and ashamed that I have not told you. I am afraid that I am not enough.",
    needed="to be heard",
    ideas=(
        "I get ten quiet minutes when I come home, and then I come to the table without my phone.",
        "On Friday evenings we go for a walk and each talks for ten minutes while the other only listens.",
    ),
    likes=("ten quiet minutes", "phones in the drawer", "walk", "ten minutes", "listen"),
)

AGREED_AS = "Twenty minutes without phones after dinner, on weekdays, after ten quiet minutes for whoever comes home last."
