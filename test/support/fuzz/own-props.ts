import type { World } from '../world';

/** Fragment of a view that everybody has. */
export const KEPT_VIEW = 'kept/view';

/** Of one person, or of the organization: what there is to aim at. */
export interface OwnThings {
  draftId: number;
  snippetId: number;
}

/** One draft, snippet and view of each of them, a playground and a report. Behind the server's back. */
const RESTORATION = `WITH
  people AS (SELECT id, organization_id FROM user_account WHERE id = ANY ($2::bigint[])),
  drafts AS (INSERT INTO draft (organization_id, user_id, topic, content, edited_at)
    SELECT organization_id, id, '', 'kept', now() FROM people p
    WHERE NOT EXISTS (SELECT FROM draft d WHERE d.user_id = p.id) RETURNING id, user_id),
  snippets AS (INSERT INTO saved_snippet (organization_id, user_id, title, content, created_at)
    SELECT organization_id, id, 'kept', 'kept', now() FROM people p
    WHERE NOT EXISTS (SELECT FROM saved_snippet s WHERE s.user_id = p.id) RETURNING id, user_id),
  unlike AS (DELETE FROM navigation_view WHERE organization_id = $1 AND fragment <> '${KEPT_VIEW}'),
  views AS (INSERT INTO navigation_view (organization_id, user_id, fragment, name, is_pinned)
    SELECT organization_id, id, '${KEPT_VIEW}', 'Kept', true FROM people p
    WHERE NOT EXISTS (SELECT FROM navigation_view v WHERE v.user_id = p.id AND v.fragment = '${KEPT_VIEW}')),
  wishes AS (UPDATE user_account SET settings = settings - 'enable_drafts_synchronization' WHERE id = ANY ($2::bigint[])),
  all_drafts AS (SELECT id, user_id FROM drafts UNION ALL SELECT id, user_id FROM draft),
  all_snippets AS (SELECT id, user_id FROM snippets UNION ALL SELECT id, user_id FROM saved_snippet)
  SELECT p.id::int AS "userId",
    (SELECT min(id)::int FROM all_drafts d WHERE d.user_id = p.id) AS "draftId",
    (SELECT min(id)::int FROM all_snippets s WHERE s.user_id = p.id) AS "snippetId" FROM people p`;

const PLAYGROUND = `WITH made AS (INSERT INTO code_playground (organization_id, name, language, url_template)
    SELECT $1, 'Kept', 'Kept', 'https://kept.example.com/{code}'
    WHERE NOT EXISTS (SELECT FROM code_playground WHERE organization_id = $1) RETURNING id)
  SELECT min(id)::int AS id FROM (SELECT id FROM made UNION ALL
    SELECT id FROM code_playground WHERE organization_id = $1) AS present`;

const REPORT = `WITH made AS (
    INSERT INTO report (organization_id, message_id, sender_id, reporter_id, reason, description, reported_at)
    SELECT $1, 1, 1, 1, 'spam', '', now() WHERE NOT EXISTS (SELECT FROM report WHERE organization_id = $1) RETURNING id)
  SELECT max(id)::int AS id FROM (SELECT id FROM made UNION ALL
    SELECT id FROM report WHERE organization_id = $1) AS present`;

/** Puts together again what people keep for themselves; by the ids of the people. */
export async function restoreOwnThings(world: World, userIds: readonly number[]): Promise<Map<number, OwnThings>> {
  const rows = await world.sql<OwnThings & { userId: number }>(RESTORATION, [world.organizationId, userIds]);
  return new Map(rows.map(({ userId, ...things }) => [userId, things]));
}

/** A playground and a report to aim at; their ids. */
export async function restoreListed(world: World): Promise<{ playgroundId: number; reportId: number }> {
  const [[playground], [report]] = [
    await world.sql<{ id: number }>(PLAYGROUND, [world.organizationId]),
    await world.sql<{ id: number }>(REPORT, [world.organizationId]),
  ];
  return { playgroundId: playground.id, reportId: report.id };
}
