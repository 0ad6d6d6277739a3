-- The schema as the product began with it. The migration beside it says which words SQLite has for these types. It is never
-- changed: what comes later is a migration of its own.

CREATE TABLE engine_calls (
    id UUID NOT NULL,
    prompt VARCHAR(64) NOT NULL,
    template_hash VARCHAR(64) NOT NULL,
    engine VARCHAR(32) NOT NULL,
    model VARCHAR(200) NOT NULL,
    tier VARCHAR(8) NOT NULL,
    latency_ms INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    outcome VARCHAR(32) NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_engine_calls PRIMARY KEY (id)
);
CREATE INDEX ix_engine_calls_at ON engine_calls (at);

CREATE TABLE jobs (
    id BIGSERIAL NOT NULL,
    kind VARCHAR(64) NOT NULL,
    "key" VARCHAR(200),
    payload JSONB NOT NULL,
    state VARCHAR(32) NOT NULL,
    run_at TIMESTAMPTZ NOT NULL,
    lease UUID,
    leased_until TIMESTAMPTZ,
    attempts INTEGER NOT NULL,
    deaths INTEGER NOT NULL,
    error VARCHAR(200),
    created_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    CONSTRAINT pk_jobs PRIMARY KEY (id),
    CONSTRAINT ck_jobs_jobstate CHECK (state IN ('READY', 'DONE', 'DEAD'))
);
CREATE INDEX ix_jobs_due ON jobs (run_at) WHERE state = 'READY';
CREATE UNIQUE INDEX uq_jobs_key ON jobs (kind, "key") WHERE state = 'READY';

CREATE TABLE sessions (
    id UUID NOT NULL,
    status VARCHAR(32) NOT NULL,
    partner_name VARCHAR(80) NOT NULL,
    topic VARCHAR(200),
    invitation_id UUID,
    ground_at TIMESTAMPTZ,
    phase VARCHAR(32),
    round INTEGER DEFAULT '1' NOT NULL,
    proposal_id UUID,
    proposal_by VARCHAR(32),
    proposal_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_sessions PRIMARY KEY (id),
    CONSTRAINT ck_sessions_sessionstatus CHECK (status IN ('INVITED', 'ACTIVE', 'RESOLVED', 'ENDED')),
    CONSTRAINT ck_sessions_phase CHECK (phase IN ('COLLECTING', 'RANKING', 'REVEALING', 'NEGOTIATING', 'AGREED')),
    CONSTRAINT ck_sessions_side CHECK (proposal_by IN ('INVITER', 'INVITEE'))
);

CREATE TABLE users (
    id UUID NOT NULL,
    email VARCHAR(254) NOT NULL,
    name VARCHAR(80) NOT NULL,
    password_hash VARCHAR(200),
    proven_at TIMESTAMPTZ,
    inherited_at TIMESTAMPTZ,
    locale VARCHAR(35),
    region VARCHAR(2),
    time_zone VARCHAR(64),
    inbox_seq BIGINT NOT NULL,
    inbox_forgotten BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_users PRIMARY KEY (id),
    CONSTRAINT uq_users_email UNIQUE (email)
);

CREATE TABLE agreements (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    strategy_id UUID,
    type VARCHAR(32) NOT NULL,
    status VARCHAR(32) NOT NULL,
    proposed_by VARCHAR(32) NOT NULL,
    version INTEGER NOT NULL,
    agreed_inviter_at TIMESTAMPTZ,
    agreed_invitee_at TIMESTAMPTZ,
    agreed_at TIMESTAMPTZ,
    "check" INTEGER NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_agreements PRIMARY KEY (id),
    CONSTRAINT fk_agreements_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_agreements_agreementtype CHECK (type IN ('MICRO_EXPERIMENT', 'COMMITMENT', 'CHECK_IN')),
    CONSTRAINT ck_agreements_agreementstatus CHECK (status IN ('PROPOSED', 'AGREED', 'IN_PROGRESS', 'COMPLETED', 'ABANDONED')),
    CONSTRAINT ck_agreements_side CHECK (proposed_by IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_agreements_session_id ON agreements (session_id);

CREATE TABLE common_ground (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    place INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    need TEXT NOT NULL,
    category VARCHAR(32),
    description TEXT NOT NULL,
    proposed_by VARCHAR(32),
    confirmed_inviter_at TIMESTAMPTZ,
    confirmed_invitee_at TIMESTAMPTZ,
    CONSTRAINT pk_common_ground PRIMARY KEY (id),
    CONSTRAINT fk_common_ground_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_common_ground_groundkind CHECK (kind IN ('NEED', 'SEEN')),
    CONSTRAINT ck_common_ground_needcategory CHECK (category IN ('SAFETY', 'CONNECTION', 'AUTONOMY', 'RECOGNITION', 'MEANING', 'FAIRNESS')),
    CONSTRAINT ck_common_ground_side CHECK (proposed_by IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_common_ground_session_id ON common_ground (session_id);

CREATE TABLE consents (
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    target_type VARCHAR(64) NOT NULL,
    number INTEGER NOT NULL,
    object_id UUID,
    content TEXT NOT NULL,
    granted_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ,
    seen_at TIMESTAMPTZ,
    CONSTRAINT pk_consents PRIMARY KEY (id),
    CONSTRAINT uq_consents_session_id_side_target_type_number UNIQUE (session_id, side, target_type, number),
    CONSTRAINT fk_consents_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_consents_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_consents_side CHECK (side IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_consents_user_id ON consents (user_id);

CREATE TABLE devices (
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    name VARCHAR(80) NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    linked_at TIMESTAMPTZ,
    CONSTRAINT pk_devices PRIMARY KEY (id),
    CONSTRAINT fk_devices_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT uq_devices_token_hash UNIQUE (token_hash)
);
CREATE INDEX ix_devices_user_id ON devices (user_id);

CREATE TABLE idempotency_keys (
    user_id UUID NOT NULL,
    "key" VARCHAR(200) NOT NULL,
    request_hash VARCHAR(64) NOT NULL,
    status_code SMALLINT NOT NULL,
    ids JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, "key"),
    CONSTRAINT fk_idempotency_keys_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX ix_idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE inbox (
    user_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    type VARCHAR(64) NOT NULL,
    session_id UUID,
    data JSONB NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_inbox PRIMARY KEY (user_id, seq),
    CONSTRAINT fk_inbox_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX ix_inbox_at ON inbox (at);

CREATE TABLE invitations (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    status VARCHAR(32) NOT NULL,
    token_hash VARCHAR(64) NOT NULL,
    nonce BYTEA NOT NULL,
    email VARCHAR(254),
    message TEXT,
    expires_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_invitations PRIMARY KEY (id),
    CONSTRAINT fk_invitations_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_invitations_invitationstatus CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'REPLACED')),
    CONSTRAINT uq_invitations_token_hash UNIQUE (token_hash)
);
CREATE UNIQUE INDEX uq_invitations_open ON invitations (session_id) WHERE status = 'OPEN';

CREATE TABLE journal (
    session_id UUID NOT NULL,
    seq BIGINT NOT NULL,
    event VARCHAR(40) NOT NULL,
    side VARCHAR(32),
    at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_journal PRIMARY KEY (session_id, seq),
    CONSTRAINT fk_journal_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_journal_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE links (
    token_hash VARCHAR(64) NOT NULL,
    user_id UUID NOT NULL,
    purpose VARCHAR(32) NOT NULL,
    email VARCHAR(254) NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_links PRIMARY KEY (token_hash),
    CONSTRAINT fk_links_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT ck_links_purpose CHECK (purpose IN ('SIGN_IN', 'NEW_PASSWORD', 'NEW_EMAIL'))
);
CREATE INDEX ix_links_user_id ON links (user_id);

CREATE TABLE members (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    user_id UUID NOT NULL,
    joined_at TIMESTAMPTZ NOT NULL,
    relation VARCHAR(32),
    first_relation VARCHAR(64),
    compact_signed_at TIMESTAMPTZ,
    felt_heard_at TIMESTAMPTZ,
    empathy_consented_at TIMESTAMPTZ,
    empathy_validated_at TIMESTAMPTZ,
    exchange_completed_at TIMESTAMPTZ,
    needs_confirmed_at TIMESTAMPTZ,
    needs_shared_at TIMESTAMPTZ,
    needs_revealed_at TIMESTAMPTZ,
    common_ground_confirmed_at TIMESTAMPTZ,
    common_ground_reached_at TIMESTAMPTZ,
    strategies_submitted_at TIMESTAMPTZ,
    rankings_submitted_at TIMESTAMPTZ,
    proposals_created_at TIMESTAMPTZ,
    proposals_ranked_at TIMESTAMPTZ,
    overlap_identified_at TIMESTAMPTZ,
    agreement_reached_at TIMESTAMPTZ,
    follow_up_scheduled_at TIMESTAMPTZ,
    resolved_at TIMESTAMPTZ,
    close_asked_at TIMESTAMPTZ,
    told JSONB DEFAULT '[]' NOT NULL,
    waits_from TIMESTAMPTZ,
    due UUID,
    due_at TIMESTAMPTZ,
    paused_at TIMESTAMPTZ,
    care JSONB,
    cleared_at TIMESTAMPTZ,
    archived_at TIMESTAMPTZ,
    left_at TIMESTAMPTZ,
    finished_at TIMESTAMPTZ,
    acted_at TIMESTAMPTZ,
    reminders SMALLINT DEFAULT '0' NOT NULL,
    remind_at TIMESTAMPTZ,
    pending JSONB DEFAULT '[]' NOT NULL,
    badge INTEGER DEFAULT '0' NOT NULL,
    version BIGINT NOT NULL,
    turns INTEGER DEFAULT '0' NOT NULL,
    answering_main UUID,
    answering_inner UUID,
    message_seq BIGINT NOT NULL,
    inner_seq BIGINT DEFAULT '0' NOT NULL,
    last_activity_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_members PRIMARY KEY (session_id, side),
    CONSTRAINT uq_members_session_id_user_id UNIQUE (session_id, user_id),
    CONSTRAINT fk_members_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_members_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT fk_members_user_id FOREIGN KEY(user_id) REFERENCES users (id),
    CONSTRAINT ck_members_relation CHECK (relation IN ('COUPLE', 'FORMER_COUPLE', 'PARENT_AND_CHILD', 'RELATIVES', 'FRIENDS', 'FLATMATES', 'COLLEAGUES', 'FOUNDERS', 'OTHER'))
);
CREATE INDEX ix_members_remind_at ON members (remind_at);
CREATE INDEX ix_members_user_id_last_activity_at ON members (user_id, last_activity_at);

CREATE TABLE notification_preferences (
    user_id UUID NOT NULL,
    email BOOLEAN NOT NULL,
    push BOOLEAN NOT NULL,
    quiet_from TIME,
    quiet_to TIME,
    CONSTRAINT pk_notification_preferences PRIMARY KEY (user_id),
    CONSTRAINT fk_notification_preferences_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE safety_findings (
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    session_id UUID,
    label VARCHAR(40) NOT NULL,
    tier VARCHAR(1) NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_safety_findings PRIMARY KEY (id),
    CONSTRAINT fk_safety_findings_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX ix_safety_findings_at ON safety_findings (at);
CREATE INDEX ix_safety_findings_user_id ON safety_findings (user_id);

CREATE TABLE strategies (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    owner VARCHAR(32),
    origin VARCHAR(32) NOT NULL,
    description TEXT NOT NULL,
    needs JSONB NOT NULL,
    duration TEXT,
    measure TEXT,
    experiment VARCHAR(80),
    round INTEGER,
    withdrawn BOOLEAN NOT NULL,
    CONSTRAINT pk_strategies PRIMARY KEY (id),
    CONSTRAINT fk_strategies_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_strategies_side CHECK (owner IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_strategies_origin CHECK (origin IN ('MEMBER', 'AI_SUGGESTED'))
);
CREATE INDEX ix_strategies_session_id ON strategies (session_id);

CREATE TABLE agreement_versions (
    agreement_id UUID NOT NULL,
    version INTEGER NOT NULL,
    "by" VARCHAR(32) NOT NULL,
    description TEXT NOT NULL,
    duration TEXT,
    measure TEXT,
    follow_up DATE,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_agreement_versions PRIMARY KEY (agreement_id, version),
    CONSTRAINT fk_agreement_versions_agreement_id FOREIGN KEY(agreement_id) REFERENCES agreements (id) ON DELETE CASCADE,
    CONSTRAINT ck_agreement_versions_side CHECK ("by" IN ('INVITER', 'INVITEE'))
);

CREATE TABLE attempts (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    id UUID NOT NULL,
    status VARCHAR(32),
    reason VARCHAR(32),
    revision INTEGER DEFAULT '0' NOT NULL,
    statement TEXT DEFAULT '' NOT NULL,
    attempts INTEGER DEFAULT '0' NOT NULL,
    analysed BOOLEAN DEFAULT false NOT NULL,
    revealed BOOLEAN DEFAULT false NOT NULL,
    rounds SMALLINT DEFAULT '0' NOT NULL,
    missed BOOLEAN,
    verdict VARCHAR(32),
    withdrawn BOOLEAN DEFAULT false NOT NULL,
    kept BOOLEAN DEFAULT false NOT NULL,
    stuck BOOLEAN DEFAULT false NOT NULL,
    since TIMESTAMPTZ,
    reads_since TIMESTAMPTZ,
    sent_at TIMESTAMPTZ,
    revealed_at TIMESTAMPTZ,
    delivery VARCHAR(32) DEFAULT 'PENDING' NOT NULL,
    CONSTRAINT pk_attempts PRIMARY KEY (session_id, side),
    CONSTRAINT fk_attempts_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_attempts_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT uq_attempts_id UNIQUE (id),
    CONSTRAINT ck_attempts_status CHECK (status IN ('HELD', 'ANALYZING', 'AWAITING_SHARING', 'REFINING', 'READY', 'REVEALED', 'VALIDATED')),
    CONSTRAINT ck_attempts_reason CHECK (reason IN ('ALIGNED', 'CLOSE', 'DECLINED', 'EXPIRED', 'KEPT', 'LAPSED', 'BREAKER', 'UNANALYSED')),
    CONSTRAINT ck_attempts_verdict CHECK (verdict IN ('ACCURATE', 'PARTIAL', 'MISSES', 'DIFFERENCE')),
    CONSTRAINT ck_attempts_delivery CHECK (delivery IN ('PENDING', 'DELIVERED', 'SEEN'))
);
CREATE INDEX ix_attempts_status_since ON attempts (status, since);

CREATE TABLE check_ins (
    agreement_id UUID NOT NULL,
    "check" INTEGER NOT NULL,
    side VARCHAR(32) NOT NULL,
    done VARCHAR(32) NOT NULL,
    wish VARCHAR(32) NOT NULL,
    felt TEXT,
    shared BOOLEAN NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_check_ins PRIMARY KEY (agreement_id, "check", side),
    CONSTRAINT fk_check_ins_agreement_id FOREIGN KEY(agreement_id) REFERENCES agreements (id) ON DELETE CASCADE,
    CONSTRAINT ck_check_ins_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_check_ins_done CHECK (done IN ('YES', 'PARTLY', 'NO')),
    CONSTRAINT ck_check_ins_wish CHECK (wish IN ('COMPLETE', 'EXTEND', 'ABANDON'))
);

CREATE TABLE confirmed_feelings (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    feeling VARCHAR(40) NOT NULL,
    most BOOLEAN NOT NULL,
    CONSTRAINT pk_confirmed_feelings PRIMARY KEY (session_id, side, feeling),
    CONSTRAINT fk_confirmed_feelings_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_confirmed_feelings_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE drafts (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    content TEXT NOT NULL,
    ready_to_share BOOLEAN NOT NULL,
    feelings JSONB NOT NULL,
    own BOOLEAN NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_drafts PRIMARY KEY (session_id, side),
    CONSTRAINT fk_drafts_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_drafts_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE emotions (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    intensity SMALLINT NOT NULL,
    context TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_emotions PRIMARY KEY (id),
    CONSTRAINT fk_emotions_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_emotions_side CHECK (side IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_emotions_session_id_side ON emotions (session_id, side);

CREATE TABLE guidances (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    area VARCHAR(40),
    guidance VARCHAR(40),
    seed VARCHAR(60),
    confirmed JSONB NOT NULL,
    CONSTRAINT pk_guidances PRIMARY KEY (session_id, side),
    CONSTRAINT fk_guidances_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_guidances_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE messages (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    chat VARCHAR(32) DEFAULT 'MAIN' NOT NULL,
    seq BIGINT,
    role VARCHAR(64) NOT NULL,
    content TEXT NOT NULL,
    stage SMALLINT NOT NULL,
    flagged BOOLEAN DEFAULT false NOT NULL,
    reply_to UUID,
    reply_state VARCHAR(32),
    reply_lease UUID,
    reply_until TIMESTAMPTZ,
    stop_asked BOOLEAN DEFAULT false NOT NULL,
    cause VARCHAR(120),
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_messages PRIMARY KEY (id),
    CONSTRAINT fk_messages_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT uq_messages_session_id_side_chat_seq UNIQUE (session_id, side, chat, seq),
    CONSTRAINT uq_messages_session_id_side_cause UNIQUE (session_id, side, cause),
    CONSTRAINT ck_messages_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_messages_chat CHECK (chat IN ('MAIN', 'INNER')),
    CONSTRAINT ck_messages_replystate CHECK (reply_state IN ('PENDING', 'DONE', 'FAILED', 'STOPPED'))
);

CREATE TABLE needs (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    place INTEGER NOT NULL,
    need TEXT NOT NULL,
    category VARCHAR(32) NOT NULL,
    description TEXT NOT NULL,
    evidence JSONB NOT NULL,
    confirmed BOOLEAN NOT NULL,
    source VARCHAR(32) NOT NULL,
    confidence FLOAT,
    shared_at TIMESTAMPTZ,
    withdrawn BOOLEAN NOT NULL,
    CONSTRAINT pk_needs PRIMARY KEY (id),
    CONSTRAINT fk_needs_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_needs_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_needs_needcategory CHECK (category IN ('SAFETY', 'CONNECTION', 'AUTONOMY', 'RECOGNITION', 'MEANING', 'FAIRNESS')),
    CONSTRAINT ck_needs_source CHECK (source IN ('GUIDE', 'MEMBER'))
);
CREATE INDEX ix_needs_session_id_side ON needs (session_id, side);

CREATE TABLE notifications (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    type VARCHAR(64) NOT NULL,
    item_id UUID,
    noted_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_notifications PRIMARY KEY (id),
    CONSTRAINT fk_notifications_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_notifications_side CHECK (side IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_notifications_session_id_side ON notifications (session_id, side);

CREATE TABLE offers (
    id UUID NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    iteration INTEGER NOT NULL,
    status VARCHAR(32) NOT NULL,
    suggestion TEXT,
    area VARCHAR(40),
    shared TEXT NOT NULL,
    coached BOOLEAN DEFAULT false NOT NULL,
    withdrawn BOOLEAN NOT NULL,
    delivery VARCHAR(32) NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ,
    shared_at TIMESTAMPTZ,
    CONSTRAINT pk_offers PRIMARY KEY (id),
    CONSTRAINT fk_offers_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT uq_offers_session_id_side_iteration UNIQUE (session_id, side, iteration),
    CONSTRAINT ck_offers_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_offers_offerstatus CHECK (status IN ('PENDING', 'OFFERED', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'SUPERSEDED')),
    CONSTRAINT ck_offers_delivery CHECK (delivery IN ('PENDING', 'DELIVERED', 'SEEN'))
);
CREATE INDEX ix_offers_expires_at ON offers (expires_at);
CREATE UNIQUE INDEX uq_offers_open ON offers (session_id, side) WHERE status IN ('PENDING', 'OFFERED');

CREATE TABLE own_words (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    words TEXT NOT NULL,
    flagged BOOLEAN NOT NULL,
    CONSTRAINT pk_own_words PRIMARY KEY (session_id, side),
    CONSTRAINT fk_own_words_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_own_words_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE push_subscriptions (
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    device_id UUID NOT NULL,
    endpoint VARCHAR(1000) NOT NULL,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_push_subscriptions PRIMARY KEY (id),
    CONSTRAINT fk_push_subscriptions_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_push_subscriptions_device_id FOREIGN KEY(device_id) REFERENCES devices (id) ON DELETE CASCADE,
    CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint)
);
CREATE INDEX ix_push_subscriptions_device_id ON push_subscriptions (device_id);
CREATE INDEX ix_push_subscriptions_user_id ON push_subscriptions (user_id);

CREATE TABLE rankings (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    round INTEGER NOT NULL,
    strategy_id UUID NOT NULL,
    place INTEGER NOT NULL,
    CONSTRAINT pk_rankings PRIMARY KEY (session_id, side, round, strategy_id),
    CONSTRAINT fk_rankings_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_rankings_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT fk_rankings_strategy_id FOREIGN KEY(strategy_id) REFERENCES strategies (id) ON DELETE CASCADE
);

CREATE TABLE results (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    revision INTEGER NOT NULL,
    iteration INTEGER NOT NULL,
    engine VARCHAR(32),
    analysis JSONB,
    action VARCHAR(32),
    overruled BOOLEAN,
    drafted BOOLEAN DEFAULT false NOT NULL,
    suggestion TEXT,
    breaker BOOLEAN DEFAULT false NOT NULL,
    applied_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_results PRIMARY KEY (session_id, side, revision, iteration),
    CONSTRAINT fk_results_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_results_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE statements (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    revision INTEGER NOT NULL,
    content TEXT NOT NULL,
    feelings JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_statements PRIMARY KEY (session_id, side, revision),
    CONSTRAINT fk_statements_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_statements_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE summaries (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    summary TEXT NOT NULL,
    facts JSONB NOT NULL,
    up_to_seq BIGINT NOT NULL,
    CONSTRAINT pk_summaries PRIMARY KEY (session_id, side),
    CONSTRAINT fk_summaries_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_summaries_side CHECK (side IN ('INVITER', 'INVITEE'))
);

CREATE TABLE validations (
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    rating VARCHAR(32) NOT NULL,
    feedback TEXT,
    shared BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_validations PRIMARY KEY (session_id, side, number),
    CONSTRAINT fk_validations_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT ck_validations_side CHECK (side IN ('INVITER', 'INVITEE')),
    CONSTRAINT ck_validations_verdict CHECK (rating IN ('ACCURATE', 'PARTIAL', 'MISSES', 'DIFFERENCE'))
);

CREATE TABLE left_out (
    message_id UUID NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    session_id UUID NOT NULL,
    side VARCHAR(32) NOT NULL,
    CONSTRAINT pk_left_out PRIMARY KEY (message_id, start),
    CONSTRAINT fk_left_out_session_id_side FOREIGN KEY(session_id, side) REFERENCES members (session_id, side) ON DELETE CASCADE,
    CONSTRAINT fk_left_out_message_id FOREIGN KEY(message_id) REFERENCES messages (id) ON DELETE CASCADE,
    CONSTRAINT ck_left_out_side CHECK (side IN ('INVITER', 'INVITEE'))
);
CREATE INDEX ix_left_out_session_id_side ON left_out (session_id, side);

CREATE TABLE mails (
    id UUID NOT NULL,
    user_id UUID,
    invitation_id UUID,
    session_id UUID,
    types JSONB,
    letter VARCHAR(32),
    email VARCHAR(254),
    subscription_id UUID,
    handed_over_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT pk_mails PRIMARY KEY (id),
    CONSTRAINT fk_mails_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_mails_invitation_id FOREIGN KEY(invitation_id) REFERENCES invitations (id) ON DELETE CASCADE,
    CONSTRAINT fk_mails_session_id FOREIGN KEY(session_id) REFERENCES sessions (id) ON DELETE CASCADE,
    CONSTRAINT ck_mails_letter CHECK (letter IN ('WELCOME', 'SIGN_IN', 'NEW_PASSWORD', 'NEW_EMAIL', 'PASSWORD_CHANGED', 'EMAIL_CHANGED', 'SIGNED_OUT')),
    CONSTRAINT fk_mails_subscription_id FOREIGN KEY(subscription_id) REFERENCES push_subscriptions (id) ON DELETE CASCADE
);
