"""Strategic Repair: an unlabelled pool of ideas, two private rankings, and one small thing that both agree to try."""
