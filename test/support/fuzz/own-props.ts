import { Secrets } from '@app/platform';
import type { World } from '../world';
import { HIDDEN } from './hidden-things';

/** Fragment of a built-in view. */
export const KEPT_VIEW = 'kept/view';

/** A device that all users have, with either service. */
export const KEPT_TOKEN = 'abcdef01';

/** A device that all users have for encrypted notifications. */
export const KEPT_PUSH_ACCOUNT = 4_711;

/** A public key without a known private key. */
export const SOME_KEY = Buffer.alloc(32, 9).toString('base64');

/** The personal targets of a user; the playground and the report are the same for all users. */
export interface OwnThings {
  draftId: number;
  snippetId: number;
  playgroundId: number;
  reportId: number;
}

/** One draft, snippet and view of each user, a playground and a report. By SQL. */
const RESTORATION = `WITH
  people AS (SELECT id, organization_id FROM user_account WHERE id = ANY ($2::bigint[])),
  drafts AS (INSERT INTO draft (organization_id, user_id, topic, content, edited_at)
    SELECT organization_id, id, '', 'kept', now() FROM people p
    WHERE NOT EXISTS (SELECT FROM draft d WHERE d.user_id = p.id) RETURNING id, user_id),
  snippets AS (INSERT INTO saved_snippet (organization_id, user_id, title, content, created_at)
    SELECT organization_id, id, 'kept', 'kept', now() FROM people p
    WHERE NOT EXISTS (SELECT FROM saved_snippet s WHERE s.user_id = p.id) RETURNING id, user_id),
  unlike AS (DELETE FROM navigation_view WHERE organization_id = $1 AND fragment NOT IN ('${KEPT_VIEW}', '${HIDDEN.own}')),
  views AS (INSERT INTO navigation_view (organization_id, user_id, fragment, name, is_pinned)
    SELECT organization_id, id, '${KEPT_VIEW}', 'Kept', true FROM people p
    WHERE NOT EXISTS (SELECT FROM navigation_view v WHERE v.user_id = p.id AND v.fragment = '${KEPT_VIEW}')),
  playgrounds AS (INSERT INTO code_playground (organization_id, name, language, url_template)
    SELECT $1, 'Kept', 'Kept', 'https://kept.example.com/{code}'
    WHERE NOT EXISTS (SELECT FROM code_playground WHERE organization_id = $1) RETURNING id, organization_id),
  reports AS (
    INSERT INTO report (organization_id, message_id, sender_id, reporter_id, reason, description, reported_at)
    SELECT $1, 1, 1, 1, 'spam', '', now() WHERE NOT EXISTS (SELECT FROM report WHERE organization_id = $1)
    RETURNING id, organization_id),
  tokens AS (INSERT INTO device_token (user_id, organization_id, kind, token_hash, sealed_token, is_registered)
    SELECT id, organization_id, kind, sha256('${KEPT_TOKEN}'), $3::bytea, true
    FROM people, unnest('{gcm,apns}'::text[]) AS kind
    ON CONFLICT (user_id, kind, token_hash) DO UPDATE SET sealed_token = EXCLUDED.sealed_token, is_wanted = true,
      is_registered = true, due_at = NULL, leased_until = NULL),
  devices AS (INSERT INTO push_device (organization_id, user_id, push_account_id, token_kind, public_key, device_id)
    SELECT organization_id, id, ${KEPT_PUSH_ACCOUNT}, 'fcm', decode('${SOME_KEY}', 'base64'), id FROM people
    ON CONFLICT (user_id, push_account_id) DO UPDATE SET device_id = EXCLUDED.device_id, error_code = NULL,
      registration = NULL, bouncer_public_key = NULL, due_at = NULL),
  wishes AS (UPDATE user_account SET settings = settings - 'enable_drafts_synchronization' WHERE id = ANY ($2::bigint[])),
  all_drafts AS (SELECT id, user_id FROM drafts UNION ALL SELECT id, user_id FROM draft),
  all_snippets AS (SELECT id, user_id FROM snippets UNION ALL SELECT id, user_id FROM saved_snippet)
  SELECT p.id::int AS "userId",
    (SELECT min(id)::int FROM (SELECT id, organization_id FROM playgrounds UNION ALL
      SELECT id, organization_id FROM code_playground) AS present WHERE organization_id = $1) AS "playgroundId",
    (SELECT min(id)::int FROM (SELECT id, organization_id FROM reports UNION ALL
      SELECT id, organization_id FROM report) AS present WHERE organization_id = $1) AS "reportId",
    (SELECT min(id)::int FROM all_drafts d WHERE d.user_id = p.id) AS "draftId",
    (SELECT min(id)::int FROM all_snippets s WHERE s.user_id = p.id) AS "snippetId" FROM people p`;

/** Restores the personal objects of users; by the ids of the users. */
export async function restoreOwnThings(world: World, userIds: readonly number[]): Promise<Map<number, OwnThings>> {
  const rows = await world.sql<OwnThings & { userId: number }>(RESTORATION, [
    world.organizationId,
    userIds,
    world.service(Secrets).seal(KEPT_TOKEN),
  ]);
  return new Map(rows.map(({ userId, ...things }) => [userId, things]));
}
