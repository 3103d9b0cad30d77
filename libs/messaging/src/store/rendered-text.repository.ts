import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Standing } from '../domain/flag';
import { OPEN_END } from './passage.sql';
import { standingColumns, standingJoins, readerState } from './standing.sql';

/** A message as it was rendered when it was last written. */
export interface RenderedText {
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  readonly senderId: UserId;
  readonly channelId: ChannelId | null;
  readonly conversationId: ConversationId | null;
  /** Of a direct message. */
  readonly participantIds: readonly UserId[] | null;
  readonly content: string;
  readonly html: string;
}

export interface NewRendering {
  readonly html: string;
  readonly rendererVersion: number;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
}

/** How one user stands to a message, and whether he is in its channel now. */
export interface Reader extends Standing {
  readonly userId: UserId;
  readonly isSubscribed: boolean;
}

/** Messages whose HTML is made anew, and those who are told of it. */
@Injectable()
export class RenderedTextRepository {
  constructor(private readonly database: Database) {}

  list(ids: readonly MessageId[]): Promise<RenderedText[]> {
    return this.database.rows<RenderedText>(
      `SELECT m.id, m.organization_id AS "organizationId", m.sender_id AS "senderId", m.channel_id AS "channelId",
         m.conversation_id AS "conversationId", c.participant_ids AS "participantIds", m.content, m.rendered_content AS html
       FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id WHERE m.id = ANY ($1::bigint[]) ORDER BY m.id`,
      [ids],
    );
  }

  /** False: the text is another one by now, or gone; whoever wrote it has rendered it. */
  async rewrite({ id, content }: RenderedText, rendering: NewRendering): Promise<boolean> {
    const written = await this.database.write(
      `UPDATE message SET rendered_content = $3, renderer_version = $4, has_link = $5, has_image = $6
       WHERE id = $1 AND content = $2`,
      [id, content, rendering.html, rendering.rendererVersion, rendering.hasLink, rendering.hasImage],
    );
    return written > 0;
  }

  /** It cannot be rendered by this version, and stays as it is. */
  async settle({ id, content }: RenderedText, rendererVersion: number): Promise<void> {
    await this.database.write('UPDATE message SET renderer_version = $3 WHERE id = $1 AND content = $2', [
      id,
      content,
      rendererVersion,
    ]);
  }

  /** How those users stand to the message; in the order of their ids. */
  readers(id: MessageId, userIds: readonly UserId[]): Promise<Reader[]> {
    return this.database.rows<Reader>(
      `SELECT reader_id.id AS "userId", standing.* FROM unnest($2::bigint[]) AS reader_id (id)
       CROSS JOIN LATERAL (
         WITH ${readerState('reader_id.id')}
         SELECT ${standingColumns('reader_id.id')}, EXISTS (
           SELECT FROM subscription_interval own
           WHERE own.user_id = reader_id.id AND own.channel_id = m.channel_id AND own.to_position = ${OPEN_END}) AS "isSubscribed"
         FROM message m ${standingJoins('reader_id.id')} WHERE m.id = $1) standing
       ORDER BY reader_id.id`,
      [id, userIds],
    );
  }
}
