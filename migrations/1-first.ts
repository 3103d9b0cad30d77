import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The schema of the first version. Conventions: ids are bigint; a table of an organization carries `organization_id`;
 * no foreign keys from messages, the event log or read state to hot parents (ADR 2); what clients list is indexed in
 * the order of the list.
 */
export class First1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...IDENTITY, ...CHANNELS, ...MESSAGING, ...REALTIME]) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('The first version has nothing to go back to: drop the database.');
  }
}

const IDENTITY = [
  `CREATE TABLE organization (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    host text NOT NULL UNIQUE,
    description text NOT NULL DEFAULT '',
    settings jsonb NOT NULL DEFAULT '{}',
    permission_version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE user_account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    email text NOT NULL,
    delivery_email text NOT NULL,
    email_address_visibility smallint NOT NULL,
    full_name text NOT NULL,
    role smallint NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    is_bot boolean NOT NULL DEFAULT false,
    is_system_bot boolean NOT NULL DEFAULT false,
    bot_type smallint,
    bot_owner_id bigint REFERENCES user_account,
    timezone text NOT NULL DEFAULT '',
    avatar_version integer NOT NULL DEFAULT 1,
    password_hash text,
    special_permissions text[] NOT NULL DEFAULT '{}',
    settings jsonb NOT NULL DEFAULT '{}',
    date_joined timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX user_account_delivery_email ON user_account (organization_id, lower(delivery_email))',
  'CREATE UNIQUE INDEX user_account_email ON user_account (organization_id, lower(email))',
  'CREATE INDEX user_account_full_name ON user_account (organization_id, lower(full_name))',
  `CREATE TABLE api_key (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    user_id bigint NOT NULL REFERENCES user_account,
    client text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    sealed bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
  )`,
  'CREATE INDEX api_key_user ON api_key (user_id) WHERE revoked_at IS NULL',
  `CREATE TABLE user_group (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_system boolean NOT NULL DEFAULT false,
    deactivated boolean NOT NULL DEFAULT false,
    creator_id bigint,
    permissions jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (organization_id, name)
  )`,
  `CREATE TABLE user_group_member (
    group_id bigint NOT NULL REFERENCES user_group,
    user_id bigint NOT NULL REFERENCES user_account,
    PRIMARY KEY (group_id, user_id)
  )`,
  `CREATE TABLE user_group_subgroup (
    group_id bigint NOT NULL REFERENCES user_group,
    subgroup_id bigint NOT NULL REFERENCES user_group,
    PRIMARY KEY (group_id, subgroup_id)
  )`,
];

const CHANNELS = [
  `CREATE TABLE channel (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    rendered_description text NOT NULL DEFAULT '',
    creator_id bigint,
    is_private boolean NOT NULL DEFAULT false,
    is_web_public boolean NOT NULL DEFAULT false,
    history_public_to_subscribers boolean NOT NULL DEFAULT true,
    message_retention_days integer,
    topics_policy text NOT NULL DEFAULT 'inherit',
    is_archived boolean NOT NULL DEFAULT false,
    is_default boolean NOT NULL DEFAULT false,
    permissions jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX channel_name ON channel (organization_id, lower(name))',
  `CREATE TABLE subscription (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL REFERENCES channel,
    color text NOT NULL,
    is_muted boolean NOT NULL DEFAULT false,
    pin_to_top boolean NOT NULL DEFAULT false,
    desktop_notifications boolean,
    audible_notifications boolean,
    push_notifications boolean,
    email_notifications boolean,
    wildcard_mentions_notify boolean,
    PRIMARY KEY (user_id, channel_id)
  )`,
  // Positions are drawn from the message ids, so that a period and a message never have the same position (ADR 2).
  'CREATE SEQUENCE message_id_seq',
  `CREATE TABLE subscription_period (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    from_position bigint NOT NULL,
    to_position bigint NOT NULL DEFAULT 9223372036854775807,
    PRIMARY KEY (user_id, channel_id, from_position),
    CHECK (from_position < to_position)
  )`,
  `CREATE UNIQUE INDEX subscription_period_open ON subscription_period (channel_id, user_id)
    INCLUDE (from_position) WHERE to_position = 9223372036854775807`,
  'CREATE INDEX subscription_period_channel ON subscription_period (channel_id, user_id)',
];

const MESSAGING = [
  `CREATE TABLE conversation (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id bigint NOT NULL REFERENCES organization,
    participant_ids bigint[] NOT NULL,
    UNIQUE (organization_id, participant_ids)
  )`,
  `CREATE TABLE conversation_participant (
    user_id bigint NOT NULL,
    conversation_id bigint NOT NULL REFERENCES conversation,
    PRIMARY KEY (user_id, conversation_id)
  )`,
  `CREATE TABLE message (
    id bigint PRIMARY KEY,
    organization_id bigint NOT NULL,
    channel_id bigint,
    conversation_id bigint,
    topic text NOT NULL DEFAULT '',
    sender_id bigint NOT NULL,
    content text NOT NULL,
    rendered_content text NOT NULL,
    renderer_version smallint NOT NULL,
    is_me_message boolean NOT NULL DEFAULT false,
    has_link boolean NOT NULL DEFAULT false,
    mentions_channel boolean NOT NULL DEFAULT false,
    mentions_topic boolean NOT NULL DEFAULT false,
    read_rule smallint NOT NULL DEFAULT 0,
    client text NOT NULL,
    sent_at timestamptz NOT NULL,
    CHECK ((channel_id IS NULL) <> (conversation_id IS NULL))
  )`,
  `CREATE INDEX message_channel ON message (channel_id, id) INCLUDE (topic, sender_id, read_rule)
    WHERE channel_id IS NOT NULL`,
  'CREATE INDEX message_topic ON message (channel_id, lower(topic), id) WHERE channel_id IS NOT NULL',
  `CREATE INDEX message_conversation ON message (conversation_id, id) INCLUDE (sender_id, read_rule)
    WHERE conversation_id IS NOT NULL`,
  'CREATE INDEX message_sender ON message (sender_id, id)',
  `CREATE TABLE inactive_period (
    user_id bigint NOT NULL,
    from_position bigint NOT NULL,
    to_position bigint NOT NULL DEFAULT 9223372036854775807,
    PRIMARY KEY (user_id, from_position)
  )`,
  `CREATE TABLE user_read_state (
    user_id bigint PRIMARY KEY,
    read_floor bigint NOT NULL DEFAULT 0
  )`,
  `CREATE TABLE read_block (
    user_id bigint NOT NULL,
    block bigint NOT NULL,
    bits bit(4096) NOT NULL,
    PRIMARY KEY (user_id, block)
  ) WITH (fillfactor = 60)`,
  // Bits: 1 starred, 2 collapsed, 4 mentioned, 8 topic wildcard, 16 alert word, 32 historical, 64 has row, 128 unread.
  `CREATE TABLE message_flag (
    user_id bigint NOT NULL,
    message_id bigint NOT NULL,
    flags smallint NOT NULL CHECK (flags > 0),
    PRIMARY KEY (user_id, message_id)
  )`,
  'CREATE INDEX message_flag_message ON message_flag (message_id)',
  'CREATE INDEX message_flag_starred ON message_flag (user_id, message_id) WHERE flags & 1 <> 0',
  'CREATE INDEX message_flag_mentioned ON message_flag (user_id, message_id) WHERE flags & 12 <> 0',
  'CREATE INDEX message_flag_row ON message_flag (user_id, message_id) WHERE flags & 96 <> 0',
  'CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) WHERE flags & 128 <> 0',
  // What channels publishes for hot lists of messaging: the one join across contexts (ADR 2).
  `CREATE VIEW subscription_interval AS
    SELECT user_id, channel_id, from_position, to_position FROM subscription_period`,
];

const REALTIME = [
  `CREATE TABLE event_log (
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ordinal integer NOT NULL,
    organization_id bigint NOT NULL,
    kind text NOT NULL,
    audience jsonb NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  ) PARTITION BY RANGE (created_at)`,
  'CREATE INDEX event_log_order ON event_log (xid, ordinal)',
  'CREATE TABLE event_log_overflow PARTITION OF event_log DEFAULT',
  `CREATE TABLE event_queue (
    id uuid PRIMARY KEY,
    organization_id bigint NOT NULL,
    user_id bigint NOT NULL,
    key_id bigint NOT NULL,
    options jsonb NOT NULL,
    snapshot pg_snapshot NOT NULL,
    base_xid bigint NOT NULL,
    acknowledged_id bigint NOT NULL DEFAULT -1,
    idle_seconds integer NOT NULL,
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX event_queue_user ON event_queue (user_id)',
  'CREATE INDEX event_queue_last_seen ON event_queue (last_seen_at)',
  // The PostgreSQL that assigned the log's transaction ids; they have no meaning in another one (ADR 1).
  `CREATE TABLE epoch (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    system_identifier text NOT NULL,
    xid xid8 NOT NULL
  )`,
];
