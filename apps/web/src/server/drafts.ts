import { signal } from '@preact/signals-core';
import { Connection, isPassing, patiently, RequestRefused } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { nowSeconds } from '../store/clock';
import { conversationKey, directWith } from '../store/conversations';
import type { Store } from '../store/store';
import type { OfflineStorage } from './offline/offline-storage';
import { saidBy } from './refusal';

/** A text that changes is told so often. */
const SAVE_AFTER_MS = 3_000;
/** One that could not be told is told again after this time. */
const TRY_AGAIN_MS = 20_000;
/** The user who logs out waits no longer than this. */
const LAST_WAIT_MS = 2_000;

interface Draft {
  readonly conversation: Conversation;
  text: string;
  /** Of the draft that the server has; `null`: none. */
  id: number | null;
  isSaved: boolean;
  /** Why the server does not take it, until its text changes; `null`: nothing is known against it. */
  refusal: string | null;
  /** The page ended before the server had answered, which may have it. */
  isRestored?: boolean;
}

/** As the server is told of it. */
interface Written {
  readonly type: 'stream' | 'private';
  readonly to: number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp: number;
}

/** A browser may have kept it before there was a reason to. */
type KeptDraft = Omit<Draft, 'refusal'> & Partial<Pick<Draft, 'refusal'>>;

/** A draft that this browser alone has. */
export interface RefusedDraft extends Pick<Draft, 'conversation' | 'text' | 'id'> {
  readonly refusal: string;
}

/** What was written and not sent, by conversation; the server keeps it for all clients of the user. */
export class Drafts {
  private readonly drafts = new Map<string, Draft>();
  readonly refused = signal<readonly RefusedDraft[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly storage: OfflineStorage,
  ) {
    addEventListener('pagehide', () => void this.save(true));
    document.addEventListener('visibilitychange', () => void this.save(true));
  }

  /** Takes up what this browser could not tell the server. */
  async resume(): Promise<void> {
    for (const draft of await this.storage.items<KeptDraft>('drafts')) {
      const key = conversationKey(draft.conversation);
      if (!this.drafts.has(key)) this.drafts.set(key, { ...draft, refusal: draft.refusal ?? null, isRestored: true });
    }
    this.noteRefused();
    if (this.drafts.size > 0) void this.save();
  }

  /** Tells the server what it does not know yet, before the user leaves. A server that is away or slow is not waited for. */
  async tellBeforeLeaving(): Promise<void> {
    const patience = new Promise((resolve) => setTimeout(resolve, LAST_WAIT_MS));
    await Promise.race([this.save(true), patience]);
  }

  textOf(store: Store, conversation: Conversation): string {
    return this.of(store, conversation).text;
  }

  write(store: Store, conversation: Conversation, text: string): void {
    // The one that the field has shown: a newer one of another window keeps its words, and this becomes one more.
    const draft = this.drafts.get(conversationKey(conversation)) ?? this.of(store, conversation);
    if (draft.text === text) return;
    draft.text = text;
    draft.isSaved = false;
    draft.refusal = null;
    this.noteRefused();
    void this.storage.put('drafts', conversationKey(conversation), { ...draft });
    this.timer ??= setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  /** It was deleted on the server. */
  forget(conversation: Conversation): void {
    const key = conversationKey(conversation);
    this.drafts.delete(key);
    this.noteRefused();
    void this.storage.delete('drafts', key);
  }

  private of(store: Store, conversation: Conversation): Draft {
    const key = conversationKey(conversation);
    const known = this.drafts.get(key);
    const told = store.lists.peek('drafts').findLast((one) => {
      const of: Conversation | null =
        one.type === 'stream' && one.to.length === 1
          ? { kind: 'topic', channelId: one.to[0]!, topic: one.topic }
          : one.type === 'private'
            ? directWith(one.to, store.me)
            : null;
      return of !== null && conversationKey(of) === key;
    });
    if (known && (!known.isSaved || known.refusal !== null || !told)) return known;
    const draft = { conversation, text: told?.content ?? '', id: told?.id ?? null, isSaved: true, refusal: null };
    this.drafts.set(key, draft);
    return draft;
  }

  /** One after the other, so that no draft is made twice. */
  private save(keepalive = false): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.saving = this.saving.then(() => this.saveAll(keepalive));
    return this.saving;
  }

  private async saveAll(keepalive: boolean): Promise<void> {
    for (const draft of this.drafts.values()) {
      if (draft.isSaved || draft.refusal !== null) continue;
      draft.isSaved = true;
      const tell = () => this.tell(draft, keepalive);
      await (keepalive ? tell() : patiently(tell)).then(
        () => (draft.isSaved ? this.storage.delete('drafts', conversationKey(draft.conversation)) : undefined),
        (error: unknown) => this.keepUntold(draft, error),
      );
    }
  }

  private async keepUntold(draft: Draft, error: unknown): Promise<void> {
    if (isGone(error))
      draft.id = null; // another client has sent or deleted it
    else if (error instanceof RequestRefused && !isPassing(error) && !error.isLoggedOut)
      return this.keepRefused(draft, await saidBy(error)); // it would be refused at each start
    draft.isSaved = false;
    this.timer ??= setTimeout(() => void this.save(), TRY_AGAIN_MS);
  }

  private keepRefused(draft: Draft, refusal: string): void {
    if (!draft.isSaved) return; // written on meanwhile
    draft.refusal = refusal;
    this.noteRefused();
    void this.storage.put('drafts', conversationKey(draft.conversation), { ...draft });
  }

  private noteRefused(): void {
    const all = [...this.drafts.values()];
    const refused = all.flatMap(({ conversation, text, id, refusal }) =>
      refusal === null || text.trim() === '' ? [] : [{ conversation, text, id, refusal }],
    );
    if (refused.length > 0 || this.refused.peek().length > 0) this.refused.value = refused;
  }

  private async tell(draft: Draft, keepalive: boolean): Promise<void> {
    const { conversation, text, id } = draft;
    const written: Written = {
      ...(conversation.kind === 'topic'
        ? { type: 'stream', to: [conversation.channelId], topic: conversation.topic }
        : { type: 'private', to: [...conversation.userIds], topic: '' }),
      content: text,
      timestamp: nowSeconds(),
    };
    if (text.trim() === '') {
      if (id === null) return;
      await this.connection.request('DELETE drafts/{draft_id}', { draft_id: id }, { keepalive });
      draft.id = null; // not before, so that a repetition deletes it
    } else if (id !== null) {
      await this.connection.request('PATCH drafts/{draft_id}', { draft_id: id, draft: written }, { keepalive });
    } else {
      const stored = draft.isRestored === true ? await this.storedAs(written) : undefined;
      const { ids } = stored ?? (await this.connection.request('POST drafts', { drafts: [written] }, { keepalive }));
      draft.id = ids[0] ?? null;
      draft.isRestored = false;
    }
  }

  /** The draft that the server has of these words; absent: none. */
  private async storedAs({ type, to, topic, content }: Written): Promise<{ ids: number[] } | undefined> {
    const { drafts } = await this.connection.request('GET drafts', {});
    const same = drafts.find(
      (one) => one.type === type && one.to.join() === to.join() && one.topic === topic && one.content === content,
    );
    return same?.id === undefined ? undefined : { ids: [same.id] };
  }
}

const isGone = (error: unknown): boolean => error instanceof RequestRefused && error.status === 404;
