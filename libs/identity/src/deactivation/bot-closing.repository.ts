import type { OrganizationId, UserId } from '@app/kernel';
import { Database, Origin, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A bot that is to be deactivated because its owner was deactivated. */
export interface BotClosing extends Origin {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly botId: UserId;
  readonly ownerId: UserId;
}

@Injectable()
export class BotClosingRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'bot_closing');
  }

  async insert(closing: Omit<BotClosing, 'id' | 'botId'>, botIds: readonly UserId[]): Promise<void> {
    const { organizationId, ownerId, actorId, client, address } = closing;
    await this.database.write(
      `INSERT INTO bot_closing (organization_id, bot_id, owner_id, actor_id, client, address)
       SELECT $1, bot.id, $2, $3, $4, $5 FROM unnest($6::bigint[]) AS bot (id)`,
      [organizationId, ownerId, actorId, client, address, botIds],
    );
  }

  find(id: number): Promise<BotClosing | null> {
    return this.database.row<BotClosing>(
      `SELECT id, organization_id AS "organizationId", bot_id AS "botId", owner_id AS "ownerId", actor_id AS "actorId",
         client, address
       FROM bot_closing WHERE id = $1`,
      [id],
    );
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM bot_closing WHERE id = $1', [id]);
  }

  async isWaitingFor(ownerId: UserId): Promise<boolean> {
    return (await this.database.row('SELECT FROM bot_closing WHERE owner_id = $1 LIMIT 1', [ownerId])) !== null;
  }
}
