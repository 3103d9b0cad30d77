import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import type { PreparedStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { DECISION_COLUMNS, IS_SUBSCRIBED } from '../records/channel.columns';

/** A channel with the answer to the additional question. */
interface Opened {
  channel: ChannelForActor;
  position: number;
  isDormant: boolean;
  isEmpty: boolean;
  isMuted: boolean;
  answer: Record<string, unknown> | null;
}

interface Question {
  readonly columns: string;
  readonly values: readonly unknown[];
}

/** The first step assigns the transaction id and the last one the position. The order must never change. */
const OPEN = (answer: string): PreparedStatement =>
  prepared(`
  WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
  SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed", NOT c.is_recently_active AS "isDormant", c.is_empty AS "isEmpty",
         coalesce((SELECT s.is_muted FROM subscription s WHERE s.user_id = $2 AND s.channel_id = c.id), false) AS "isMuted",
         ${answer},
         CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position
  FROM own, channel c WHERE c.id = $3 AND c.organization_id = $1`);

const WITHOUT_QUESTION = OPEN('NULL AS answer');

const FIND_ID = prepared('SELECT id FROM channel WHERE organization_id = $1 AND lower(name) = lower($2)');

@Injectable()
export class PostingRepository {
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(private readonly database: Database) {}

  async open(
    organizationId: OrganizationId,
    userId: UserId,
    channelId: ChannelId,
    question: Question | null,
  ): Promise<Opened | null> {
    const row = await this.database.row<ChannelForActor & Omit<Opened, 'channel'>>(
      question ? this.statementOf(question) : WITHOUT_QUESTION,
      [organizationId, userId, channelId, ...(question?.values ?? [])],
    );
    if (!row) return null;
    const { position, isDormant, isEmpty, isMuted, answer, ...channel } = row;
    return { channel, position, isDormant, isEmpty, isMuted, answer };
  }

  async findId(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    const row = await this.database.row<{ id: ChannelId }>(FIND_ID, [organizationId, name.trim()]);
    return row?.id ?? null;
  }

  private statementOf({ columns }: Question): PreparedStatement {
    const statement =
      this.statements.get(columns) ?? OPEN(`(SELECT row_to_json(answer) FROM (SELECT ${columns}) answer) AS answer`);
    this.statements.set(columns, statement);
    return statement;
  }
}
