import type { MessageId, OrganizationId } from '@app/kernel';
import type { LinkPreview } from '@app/markdown';
import { Database, Outbox } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { hashOfUrl, KnownPreview } from './link-preview';

/** A page that is due to be fetched. */
export interface DueFetch {
  readonly id: number;
  readonly url: string;
  /** The number of failed attempts. */
  readonly attempts: number;
}

/** The lease of a page. When it expires, another node fetches the page. */
const LEASE = "interval '1 minute'";

/** Previews of pages, and pages to be fetched (the table `link_preview_fetch`). */
@Injectable()
export class LinkPreviewRepository extends Outbox {
  constructor(database: Database) {
    super(database, 'link_preview_fetch');
  }

  /** By address. A page that was never fetched is absent. */
  async find(urls: readonly string[]): Promise<Map<string, KnownPreview>> {
    const rows = await this.database.rows<{ url: string; content: LinkPreview | null; isFresh: boolean }>(
      `SELECT url, content, expires_at > now() AS "isFresh" FROM link_preview WHERE url_hash = ANY ($1::bytea[])`,
      [urls.map(hashOfUrl)],
    );
    return new Map(
      rows.map(({ url, content, isFresh }) => [url, { preview: content ?? { kind: 'nothing' }, isFresh }]),
    );
  }

  /**
   * Called in the transaction that writes the message. Locks the rows of the fetches, existing ones included. So a
   * worker that completes a fetch waits for this transaction and then sees that the message waits too.
   */
  async request(organizationId: OrganizationId, messageId: MessageId, urls: readonly string[]): Promise<void> {
    await this.database.write(
      `WITH wanted AS (SELECT * FROM unnest($3::bytea[], $4::text[]) AS wanted (url_hash, url) ORDER BY url_hash),
       asked AS (
         INSERT INTO link_preview_fetch AS f (url_hash, url) SELECT url_hash, url FROM wanted
         ON CONFLICT (url_hash) DO UPDATE SET due_at = f.due_at)
       INSERT INTO link_preview_wait (url_hash, message_id, organization_id) SELECT url_hash, $2, $1 FROM wanted
       ON CONFLICT DO NOTHING`,
      [organizationId, messageId, urls.map(hashOfUrl), urls],
    );
  }

  /** Leases due fetches for a minute. */
  lease(limit: number): Promise<DueFetch[]> {
    return this.database.rows<DueFetch>(
      `UPDATE link_preview_fetch SET due_at = now() + ${LEASE}
       WHERE id = ANY (ARRAY (
         SELECT id FROM link_preview_fetch WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING id, url, attempts`,
      [limit],
    );
  }

  async store(url: string, content: LinkPreview | null, keptSeconds: number): Promise<void> {
    await this.database.write(
      `INSERT INTO link_preview (url_hash, url, content, expires_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 second')
       ON CONFLICT (url_hash) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at`,
      [hashOfUrl(url), url, content && JSON.stringify(content), keptSeconds],
    );
  }

  /** Until the transaction ends, no message begins to wait for the page. False: the page is no longer to be fetched. */
  async hold(id: number): Promise<boolean> {
    return (await this.database.row('SELECT FROM link_preview_fetch WHERE id = $1 FOR UPDATE', [id])) !== null;
  }

  /** Removes and returns some of the messages that wait for the page. */
  takeWaiting(url: string, limit: number): Promise<{ messageId: MessageId; organizationId: OrganizationId }[]> {
    return this.database.rows(
      `DELETE FROM link_preview_wait WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM link_preview_wait WHERE url_hash = $1 LIMIT $2))
       RETURNING message_id AS "messageId", organization_id AS "organizationId"`,
      [hashOfUrl(url), limit],
    );
  }
}
