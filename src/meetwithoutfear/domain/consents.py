"""What a consent can be about. Each crossing has its entry in the ledger."""

from __future__ import annotations

from enum import StrEnum


class ConsentTarget(StrEnum):
    EMPATHY_STATEMENT = "EMPATHY_STATEMENT"
    SHARED_CONTEXT = "SHARED_CONTEXT"
    VALIDATION_FEEDBACK = "VALIDATION_FEEDBACK"
    NEED = "NEED"
    COMMON_GROUND = "COMMON_GROUND"
    STRATEGY_PROPOSAL = "STRATEGY_PROPOSAL"
    AGREEMENT = "AGREEMENT"
    CHECK_IN = "CHECK_IN"
