"""The empathy exchange: two directions, each a guess of one member at what the other lives through, held until both are good
enough, then revealed at once. Pure rules: `exchange` is how it stands, `commands` what may be asked for, `events` what has
happened and what it does, `machine` what may follow what."""
