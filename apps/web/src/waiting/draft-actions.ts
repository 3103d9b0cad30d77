import type { Client } from '../app/client';
import { t } from '../i18n';
import type { Conversation } from '../links/narrow';
import { directWith } from '../store/conversations';
import type { KnownDraft } from '../store/lists';

/** Where a draft would be sent; `null`: that was not chosen yet. */
export function placeOfDraft({ type, to, topic }: KnownDraft, me: number): Conversation | null {
  if (type === 'stream') return to[0] === undefined ? null : { kind: 'topic', channelId: to[0], topic };
  return type === 'private' && to.length > 0 ? directWith(to, me) : null;
}

/** Deletes drafts one after the other, as far as the server does so, and offers to bring them back. */
export async function deleteDrafts(client: Client, all: readonly KnownDraft[]): Promise<void> {
  const { store, drafts, waiting, notices } = client;
  const deleted: Omit<KnownDraft, 'id'>[] = [];
  const undo = () =>
    void waiting.addDrafts(deleted).then((refusal) => {
      if (refusal) notices.fail(refusal.message || t.notReached);
    });
  for (const draft of all) {
    const refusal = await waiting.removeDraft(draft.id);
    if (refusal && deleted.length === 0) return notices.fail(refusal.message || t.notReached);
    if (refusal) break; // the others are still in sight
    const place = placeOfDraft(draft, store.me);
    if (place) drafts.forget(place);
    const { type, to, topic, content, timestamp } = draft;
    deleted.push({ type, to, topic, content, timestamp });
  }
  notices.say(t.draftsDeleted(deleted.length), undo);
}
