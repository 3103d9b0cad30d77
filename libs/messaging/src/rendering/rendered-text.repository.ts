import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DueRerendering } from '../rerenderings/rerendering';

/** A message with its last rendering. */
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

/** A message whose HTML is unchanged; `rendering` `null`: it can no longer be rendered. */
export interface SettledText {
  readonly due: Pick<DueRerendering, 'id' | 'request'>;
  readonly text: RenderedText;
  readonly rendering: Pick<NewRendering, 'hasLink' | 'hasImage'> | null;
}

/** Stores new renderings of messages. */
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

  /** `false`: the text has changed since or was deleted. The writer of the new text has rendered it. */
  async rewrite({ id, content }: RenderedText, rendering: NewRendering): Promise<boolean> {
    const written = await this.database.write(
      `UPDATE message SET rendered_content = $3, renderer_version = $4, has_link = $5, has_image = $6
       WHERE id = $1 AND content = $2`,
      [id, content, rendering.html, rendering.rendererVersion, rendering.hasLink, rendering.hasImage],
    );
    return written > 0;
  }

  /**
   * Stores in one statement that the HTML of these messages is unchanged, so that they belong to this renderer version
   * and are done. Excludes messages whose text has changed, or that were requested again meanwhile.
   */
  async settle(texts: readonly SettledText[], rendererVersion: number): Promise<void> {
    if (texts.length === 0) return;
    await this.database.write(
      `WITH settled AS (
         SELECT * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::boolean[], $6::boolean[])
           AS settled (id, request, content, has_link, has_image)),
       done AS (
         DELETE FROM rerendering r USING settled WHERE r.id = settled.id AND r.request = settled.request RETURNING r.id)
       UPDATE message m SET renderer_version = $1, has_link = coalesce(settled.has_link, m.has_link),
         has_image = coalesce(settled.has_image, m.has_image)
       FROM settled JOIN done ON done.id = settled.id WHERE m.id = settled.id AND m.content = settled.content`,
      [
        rendererVersion,
        texts.map(({ due }) => due.id),
        texts.map(({ due }) => due.request),
        texts.map(({ text }) => text.content),
        texts.map(({ rendering }) => rendering?.hasLink ?? null),
        texts.map(({ rendering }) => rendering?.hasImage ?? null),
      ],
    );
  }
}
