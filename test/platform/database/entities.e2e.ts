import 'reflect-metadata';
import { migrate } from '@app/platform';
import type { DataSource, QueryRunner } from 'typeorm';
import { relayMigrations } from '../../../apps/push-relay/src/migrations';
import { emptyDatabase, newDatabase } from '../../support/databases';
import { buildFrom, definitionsAt, entitiesAt, entitiesUnder } from '../../support/schema/entities';

/** TypeORM cannot describe expressions, INCLUDE and parameters of an index. The entities only name these indexes. */
const UNSAYABLE_INDEXES = {
  'alert_word.alert_word_start': 'btree (organization_id, "left"(folded, 8))',
  'channel.channel_name': 'UNIQUE btree (organization_id, lower(name))',
  'channel_folder.channel_folder_name': 'UNIQUE btree (organization_id, lower(name)) WHERE (NOT is_archived)',
  'invitation.invitation_email': 'btree (organization_id, lower(email)) WHERE (email IS NOT NULL)',
  'linkifier.linkifier_pattern': 'UNIQUE btree (organization_id, md5(pattern))',
  'message.message_conversation':
    'btree (conversation_id, id) INCLUDE (sender_id, read_rule) WHERE (conversation_id IS NOT NULL)',
  'message.message_moved':
    'btree (move_id, id) INCLUDE (channel_id, topic, sender_id, read_rule) WHERE (move_id IS NOT NULL)',
  'message.message_place':
    'btree (channel_id, id) INCLUDE (topic, sender_id, read_rule, move_id) WHERE (channel_id IS NOT NULL)',
  'message.message_topic': 'btree (channel_id, lower(topic), id) WHERE (channel_id IS NOT NULL)',
  'message_search.message_search_words': 'gin (words) WITH (fastupdate=off)',
  'navigation_view.navigation_view_fragment': 'UNIQUE btree (user_id, md5(fragment))',
  'profile_field.profile_field_name': 'UNIQUE btree (organization_id, lower(name))',
  'subscription_period.subscription_period_open':
    'UNIQUE btree (channel_id, user_id) INCLUDE (from_position) WHERE (to_position = 9223372036854775807)',
  'user_account.user_account_delivery_email': 'UNIQUE btree (organization_id, lower(delivery_email))',
  'user_account.user_account_email': 'UNIQUE btree (organization_id, lower(email))',
  'user_account.user_account_full_name': 'btree (organization_id, lower(full_name))',
  'user_topic.user_topic_place': 'btree (channel_id, lower(topic), user_id)',
  'user_topic.user_topic_topic': 'btree (channel_id, lower(topic))',
  'user_topic.user_topic_user': 'UNIQUE btree (user_id, channel_id, lower(topic))',
};

/**
 * TypeORM requires a primary key for each entity. These tables have none: a partitioned one, and one unique by an
 * expression.
 */
const INVENTED_KEYS = {
  'event_log.event_log_pkey': 'PRIMARY KEY (xid, ordinal)',
  'user_topic.user_topic_pkey': 'PRIMARY KEY (user_id, channel_id, topic)',
};

const relayDatabase = async () => {
  const url = await emptyDatabase();
  await migrate(url, relayMigrations);
  return url;
};

/** The parts of one that differ from the other or are missing there. */
const beyond = (these: Map<string, string>, those: Map<string, string>) =>
  Object.fromEntries([...these].filter(([name, definition]) => those.get(name) !== definition));

describe.each([
  ['of the server', 'libs', newDatabase, { unsaid: UNSAYABLE_INDEXES, invented: INVENTED_KEYS }],
  ['of the push relay', 'apps/push-relay', relayDatabase, { unsaid: {}, invented: {} }],
])('the entities %s', (_whose, directory, migrated, { unsaid, invented }) => {
  let actual: DataSource;
  let built: DataSource;
  beforeAll(async () => {
    const entities = await entitiesUnder(directory);
    actual = await entitiesAt(await migrated(), entities);
    built = await buildFrom(entities, await emptyDatabase());
  });
  afterAll(async () => {
    await actual?.destroy();
    await built?.destroy();
  });

  it('leave TypeORM nothing to change in the migrated schema', async () => {
    const { upQueries } = await actual.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('define every column, constraint and index of the migrated schema except the listed ones', async () => {
    const wanted = await definitionsAt(actual);
    const said = await definitionsAt(built);
    expect(beyond(wanted, said)).toEqual(unsaid);
    expect(beyond(said, wanted)).toEqual(invented);
  });
});

describe('a schema that differs from the entities', () => {
  let actual: DataSource;
  let runner: QueryRunner;
  let said: Map<string, string>;
  beforeAll(async () => {
    const entities = await entitiesUnder('libs');
    actual = await entitiesAt(await newDatabase(), entities);
    const built = await buildFrom(entities, await emptyDatabase());
    said = await definitionsAt(built);
    await built.destroy();
    runner = actual.createQueryRunner();
  });
  beforeEach(() => runner.startTransaction());
  afterEach(() => runner.rollbackTransaction());
  afterAll(() => actual.destroy());

  it.each([
    ['CREATE TABLE novelty (id bigint)', { 'novelty.id': 'bigint' }],
    ['ALTER TABLE draft ADD COLUMN colour text', { 'draft.colour': 'text' }],
    ['ALTER TABLE user_topic ADD COLUMN colour text', { 'user_topic.colour': 'text' }],
    ['ALTER TABLE event_log ADD COLUMN colour text', { 'event_log.colour': 'text' }],
    ['ALTER TABLE draft ALTER COLUMN topic DROP NOT NULL', { 'draft.topic': 'text' }],
    ["ALTER TABLE draft ALTER COLUMN topic SET DEFAULT 'a'", { 'draft.topic': "text NOT NULL 'a'::text" }],
    ['CREATE INDEX draft_short ON draft (length(topic))', { 'draft.draft_short': 'btree (length(topic))' }],
    ['ALTER TABLE draft ADD CONSTRAINT odd CHECK (id % 2 = 1)', { 'draft.odd': 'CHECK (((id % (2)::bigint) = 1))' }],
  ])('is detected: %s', async (statement, difference) => {
    await runner.query(statement);
    expect(beyond(await definitionsAt(runner), said)).toEqual({ ...UNSAYABLE_INDEXES, ...difference });
  });
});
