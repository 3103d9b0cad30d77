import type { OrganizationId, UserId } from '@app/kernel';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A bot that is to be deactivated because its owner was deactivated. */
export interface BotClosing {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly botId: UserId;
  readonly ownerId: UserId;
  /** The user who deactivated the owner; `null`: the operator. */
  readonly actorId: UserId | null;
}

@Injectable()
export class BotClosingRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'bot_closing');
  }

  async insert(closing: Omit<BotClosing, 'id' | 'botId'>, botIds: readonly UserId[]): Promise<void> {
    const { organizationId, ownerId, actorId } = closing;
    await this.database.write(
      `INSERT INTO bot_closing (organization_id, bot_id, owner_id, actor_id)
       SELECT $1, bot.id, $2, $3 FROM unnest($4::bigint[]) AS bot (id)`,
      [organizationId, ownerId, actorId, botIds],
    );
  }

  list(ids: readonly number[]): Promise<BotClosing[]> {
    return this.database.rows<BotClosing>(
      `SELECT id, organization_id AS "organizationId", bot_id AS "botId", owner_id AS "ownerId", actor_id AS "actorId"
       FROM bot_closing WHERE id = ANY ($1::bigint[]) ORDER BY id`,
      [ids],
    );
  }

  async isWaitingFor(ownerId: UserId): Promise<boolean> {
    return (await this.database.row('SELECT FROM bot_closing WHERE owner_id = $1 LIMIT 1', [ownerId])) !== null;
  }
}
