"""Conversations in three registers: formal, sloppy, rambling. Nothing was trained on them; the rules of how a clause is said
back were read and mended against them."""

from __future__ import annotations

FORMAL = (
    "Priya",
    [
        "I would like to begin by stating that Priya and I founded this company together nine years ago.",
        (
            "Last Thursday she informed the board, without consulting me, that I would be stepping back from "
            "operations."
        ),
        "I learned of it from the minutes, which our assistant had forwarded to me as a courtesy.",
        "To be clear, I do not dispute that the last two quarters were poor.",
        "What I find difficult to accept is that she discussed my performance with people I had hired.",
        (
            "I have always considered her judgement superior to my own in financial matters, and I told her "
            "so often."
        ),
        (
            "Since the meeting I have been unable to enter the office without feeling that everybody is "
            "looking at me."
        ),
        "My wife believes that I ought to consult a lawyer; I have not replied to her.",
        (
            "Priya wrote to me on Sunday that it was nothing personal, and I found that sentence almost "
            "unbearable."
        ),
        "I remortgaged my house in the second year so that her salary could be paid.",
        "Perhaps I should have noticed that she had stopped asking for my opinion.",
        "I suppose what I should like is for her to say it to my face.",
    ],
)
SLOPPY = (
    "Dana",
    [
        "so my sister dana got the house. mums house. all of it",
        "i wasnt even in the room when they read it out i was parking the car",
        "she says mum wanted it that way but mum couldnt even remember what day it was by then",
        "i did every weekend for 4 years. every single one. dana came for birthdays",
        "im not even after the money tbh i just wanted the piano",
        "she put the piano on ebay lol",
        "i saw it bc my cousin sent me the link. 250 quid collection only",
        "i didnt say anything i just sat on the bathroom floor",
        "dont even know if i can go to christmas now",
        "my kids keep asking when were seeing auntie dana and ive got nothing",
        "shes not a bad person she just doesnt think. never has",
        "i wish shed just rung me. thats it really. one phone call",
    ],
)
RAMBLING = (
    "Oskar",
    [
        (
            "OK so this is going to be long because it's honestly been building up since like September, "
            "when Oskar moved in, and at first it was great, we cooked together and he had this record "
            "player and I thought finally, a proper home, and then slowly he started having people over, "
            "first on weekends, then Tuesdays, and I have to get up at five for the bakery, and I never said "
            "anything because I didn't want to be that person."
        ),
        (
            "And the thing is when I did say something, I think it was the second week of November, I was so "
            "tired I was shaking, he laughed and said I should get earplugs, and everyone in the kitchen "
            "laughed too, and I laughed as well, which I hate, and then I went to my room and put the chair "
            "against the door, not because I was scared or anything, just because I wanted one thing that "
            "was shut."
        ),
        (
            "Also he eats my food. I know that sounds petty, it's just cheese, it's just bread, but I make "
            "that bread, I literally make it at four in the morning and bring it home and it's gone, and he "
            "says sharing is caring and I stand there with the empty bag."
        ),
        (
            "My mother says I was always like this, that I let people walk over me until I explode, and "
            "maybe she's right, my last flat ended the same way, with Jonas and the bicycle, but that's a "
            "different story and I don't want to go into it now, although I do think about it, because I "
            "cried for a week then and nobody noticed."
        ),
        (
            "Yesterday I came home and there was someone I don't know asleep in my bed. In my bed! With "
            "shoes on! And Oskar goes oh sorry he was wasted, we thought you were on shift, and I actually "
            "was supposed to be on shift, I'd swapped because I was ill, so in a way it's true that they "
            "couldn't know."
        ),
        "I changed the sheets three times.",
        (
            "What gets me is that I was the one who found this flat, I stood in line in the rain for it, I "
            "paid the deposit from what my grandfather left me, and now I sneak around in it in my socks so "
            "that nobody asks me to join in."
        ),
        (
            "He's not mean, that's what makes it so hard, he once drove me to the hospital at night when I "
            "had the thing with my appendix, and he waited there for six hours, and I keep thinking about "
            "that whenever I want to be angry."
        ),
        "So I don't get angry, I get headaches.",
        (
            "I've written him a letter, four pages, and I've rewritten it maybe nine times, and each time it "
            "gets nicer and nicer until there's nothing in it anymore."
        ),
        (
            "I guess I'm afraid that if I really say it he'll move out and I can't afford the place alone, "
            "and also, and this is the embarrassing part, I'd miss him."
        ),
        (
            "Anyway. I don't know why I'm telling you all this, you're a computer, but it's quiet here and "
            "it's five and I have to go."
        ),
    ],
)
REGISTERS = (FORMAL, SLOPPY, RAMBLING)
