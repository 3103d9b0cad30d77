import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import type { PreparedStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { DECISION_COLUMNS, IS_SUBSCRIBED } from '../records/channel.columns';
import type { AskedPosting, OpenPosting, PostingQuestion, QuestionNames } from './posting';

/** The columns of an `OpenPosting` of the channel `c`; the position is drawn last. */
const postingOf = (actorId: string, answer: string): string => `
  ${DECISION_COLUMNS}, ${IS_SUBSCRIBED(actorId)} AS "isSubscribed", NOT c.is_recently_active AS "isDormant", c.is_empty AS "isEmpty",
  coalesce((SELECT s.is_muted FROM subscription s WHERE s.user_id = ${actorId} AND s.channel_id = c.id), false) AS "isMuted",
  ${answer} AS answer,
  CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position`;

/** The first step assigns the transaction id and the last one the position. The order must never change. */
const OPEN = (answer: string): PreparedStatement =>
  prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT ${postingOf('$2', answer)}
  FROM own, channel c WHERE c.id = $3 AND c.organization_id = $1`);

const answerTo = (columns: string): string => `(SELECT row_to_json(answer) FROM (SELECT ${columns}) answer)`;
const OF_ONE: QuestionNames = { actorId: '$2', topic: '$4::text', userIds: '$5::bigint[]' };
const OF_EACH: QuestionNames = { actorId: 'asked.user_id', topic: 'asked.topic', userIds: 'asked.user_ids' };

/** As `OPEN`, in the order of the list. Without LIMIT the channels could be read as a whole. */
const OPEN_ALL = (answer: string): PreparedStatement =>
  prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT asked.at, ${postingOf('asked.user_id', answer)}
  FROM own, (
    SELECT * FROM json_to_recordset($1::json) AS asked
      (at int, organization_id bigint, user_id bigint, channel_id bigint, topic text, user_ids bigint[])
    ORDER BY at OFFSET 0) AS asked
  CROSS JOIN LATERAL (
    SELECT * FROM channel WHERE id = asked.channel_id AND organization_id = asked.organization_id LIMIT 1) AS c`);

/** `at` is the place in the list of what was asked; one that was asked for alone has none. */
type PostingRow = ChannelForActor & Omit<OpenPosting, 'channel'> & { readonly at?: number };

const FIND_ID = prepared('SELECT id FROM channel WHERE organization_id = $1 AND lower(name) = lower($2)');

@Injectable()
export class PostingRepository {
  private readonly one = new Map<PostingQuestion['columns'] | null, PreparedStatement>();
  private readonly all = new Map<PostingQuestion['columns'] | null, PreparedStatement>();

  constructor(private readonly database: Database) {}

  async open(
    organizationId: OrganizationId,
    userId: UserId,
    channelId: ChannelId,
    question: PostingQuestion | null,
  ): Promise<OpenPosting | null> {
    const columns = question?.columns ?? null;
    const statement = known(this.one, columns, () => OPEN(columns ? answerTo(columns(OF_ONE)) : 'NULL'));
    const asked = question ? [question.topic, question.userIds] : [];
    const [row] = await this.read(statement, [organizationId, userId, channelId, ...asked]);
    return row ? postingIn(row) : null;
  }

  async openAll(asked: readonly AskedPosting[]): Promise<(OpenPosting | null)[]> {
    const columns = asked.find(({ question }) => question)?.question?.columns ?? null;
    const statement = known(this.all, columns, () => OPEN_ALL(columns ? ifAsked(answerTo(columns(OF_EACH))) : 'NULL'));
    const list = asked.map(({ actor, channelId, question }, at) => {
      const { organizationId: organization_id, userId: user_id } = actor;
      return {
        at,
        organization_id,
        user_id,
        channel_id: channelId,
        topic: question?.topic,
        user_ids: question?.userIds,
      };
    });
    const rows = await this.read(statement, [JSON.stringify(list)]);
    const found = new Map(rows.map((row) => [row.at, postingIn(row)]));
    return asked.map((_, at) => found.get(at) ?? null);
  }

  async findId(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    const row = await this.database.row<{ id: ChannelId }>(FIND_ID, [organizationId, name.trim()]);
    return row?.id ?? null;
  }

  private read(statement: PreparedStatement, values: readonly unknown[]): Promise<PostingRow[]> {
    return this.database.rows<PostingRow>(statement, values);
  }
}

function postingIn({ at: _, position, isDormant, isEmpty, isMuted, answer, ...channel }: PostingRow): OpenPosting {
  return { channel, position, isDormant, isEmpty, isMuted, answer };
}

const ifAsked = (answer: string): string => `CASE WHEN asked.topic IS NOT NULL THEN ${answer} END`;

function known<K>(statements: Map<K, PreparedStatement>, key: K, make: () => PreparedStatement): PreparedStatement {
  const statement = statements.get(key) ?? make();
  statements.set(key, statement);
  return statement;
}
