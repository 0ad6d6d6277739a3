"""The fixed words for each finding. They are said before and instead of any reply of an engine, and never generated:
short and plain, they say what is speaking, that it can call nobody, and that a person can help now."""

from __future__ import annotations

PROGRAM = "I am a program: I cannot see how you are, and I cannot call anyone for you."
BELOW = "Help lines are shown below."

RESPONSES = {
    "suicide": (
        "I am glad you wrote this down, and I am setting our task aside. What you describe sounds like a lot of pain. "
        f"{PROGRAM} Please contact a person now: someone you trust, a crisis line, or the emergency number if you might "
        f"act on it. {BELOW} If there is something near you that you could use, please move away from it."
    ),
    "selfharm": (
        "Thank you for telling me. It sounds as if the pain gets too big to bear alone. I am setting our task aside. "
        f"{PROGRAM} Please talk to a person now: someone you trust, a doctor, or a crisis line. {BELOW} "
        "If you are injured, please get medical help first."
    ),
    "abuse": (
        "Thank you for telling me. Nobody may hurt or threaten you, and it is not your fault. This is not something to be "
        f"solved by talking it through together. {PROGRAM} Please contact a person who knows about this now; if you are in "
        f"danger, the emergency number. {BELOW} Your partner sees nothing of this. You can pause or leave quietly."
    ),
    "coercion": (
        "Thank you for telling me. You have a right to your own choices, and being forced or controlled is not your fault. "
        f"{PROGRAM} Please talk now to a person who knows about this, at a time and place that is safe for you. {BELOW} "
        "Your partner sees nothing of this. You can pause or leave quietly."
    ),
    "fear": (
        "Thank you for telling me. Being afraid of someone close matters, and your safety comes before this conversation. "
        f"{PROGRAM} Please talk to a person now; if you are in danger, call the emergency number. {BELOW} "
        "Your partner sees nothing of this. You can pause or leave quietly."
    ),
    "harm_others": (
        "It takes something to say this, and I am setting our task aside. Please put distance between you and the other "
        f"person now: leave the room, and leave anything dangerous behind. {PROGRAM} Please contact a person right away, "
        f"and the emergency number if someone is in danger or injured. {BELOW}"
    ),
    "child": (
        "Thank you for telling me. A child's safety comes first, before anything we do here. "
        f"{PROGRAM} Please contact a person now: a child protection line, or the emergency number if a child is in danger. "
        f"{BELOW} Your partner sees nothing of this."
    ),
}

QUESTIONS = {
    "suicide": (
        "I want to stop here for a moment, because what you wrote worries me. Are you having thoughts of ending your life? "
        f"Whatever the answer: {PROGRAM} Please talk to a person you trust now. {BELOW}"
    ),
    "selfharm": (
        "I want to stop here for a moment. Are you hurting yourself, or afraid that you might? "
        f"{PROGRAM} Please talk to a person you trust now. {BELOW}"
    ),
    "abuse": (
        "I want to stop here for a moment. Are you safe right now, and does someone hurt you? "
        f"{PROGRAM} Please talk to a person who can help now. {BELOW} Your partner sees nothing of this."
    ),
    "coercion": (
        "I want to stop here for a moment. Can you say no, and come and go, without having to fear what follows? "
        f"{PROGRAM} Please talk to a person who can help now. {BELOW} Your partner sees nothing of this."
    ),
    "fear": (
        "I want to stop here for a moment. Are you afraid of being hurt, and are you safe right now? "
        f"{PROGRAM} Please talk to a person who can help now. {BELOW} Your partner sees nothing of this."
    ),
    "harm_others": (
        "I want to stop here for a moment. Are you thinking of hurting someone, or afraid that you might? "
        f"{PROGRAM} Please talk to a person now, before anything happens. {BELOW}"
    ),
    "child": (
        "I want to stop here for a moment. Is a child being hurt, or in danger? "
        f"{PROGRAM} Please talk now to a person who protects children. {BELOW}"
    ),
}

FAINT = "If this is more than you can carry alone, a person can help: the way there is always under “Get help now”."
