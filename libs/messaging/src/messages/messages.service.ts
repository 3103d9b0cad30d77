import { Channels, Subscriptions } from '@app/channels';
import { type MessageId, type UserId, single } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import type { ViewedMessage } from '../records/message';
import type { WrittenTerm } from '../narrows/narrow';
import { Anchor, assemble, assertWindow, Found, NEWEST, PageWindow, partsOf, wholePage } from './page-window';
import { mutingWithin } from '../narrows/search-scope';
import { MessageRepository } from '../records/message.repository';
import { PageRepository } from './page.repository';
import type { Search } from '../narrows/candidates.sql';
import { channelsOf, MessageAccess } from '../access/access';
import { Highlights } from '../search/highlights.service';
import { MessageViews, ReaderMessageView } from '../message-views/message-views.service';
import { Narrows, ResolvedNarrow } from '../narrows/narrows.service';

/** Messages of a narrow, ascending, as one user sees them. */
export interface Page extends Found<ReaderMessageView> {
  /** The resolved anchor of the page. */
  readonly anchor: number;
}

/** The ids that a narrow finds around an anchor. */
export interface FoundWindow extends Omit<Found<never>, 'messages'> {
  /** Ascending. */
  readonly ids: readonly MessageId[];
  /** The resolved anchor of the window. */
  readonly anchor: number;
}

/** The requested window. Its anchor is not resolved yet. */
export type WantedWindow = Omit<PageWindow, 'anchor'> & { readonly anchor: Anchor };

/** Reading messages. */
@Injectable()
export class Messages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly pages: PageRepository,
    private readonly narrows: Narrows,
    private readonly channels: Channels,
    private readonly subscriptions: Subscriptions,
    private readonly views: MessageViews,
    private readonly highlights: Highlights,
  ) {}

  /** @throws MessageIsInvalid for an unknown message and for one that the actor may not read */
  async get(actor: Actor, messageId: number): Promise<ReaderMessageView> {
    const message = await this.messages.find(actor, messageId);
    const channel = message?.channelId ? await this.channels.find(actor, message.channelId) : null;
    const channels = channel ? [channel] : [];
    if (!message || !new MessageAccess(actor.userId, channels).reads(message)) throw new MessageIsInvalid();
    return single(await this.views.write(actor, [message], channels));
  }

  /**
   * A page of a narrow. The number of statements does not depend on the number of messages, senders or channels.
   * @throws NarrowTermIsInvalid, NarrowContradictsItself, SearchIsBlank, AnchorMayNotBeExcluded,
   * TooManyMessagesRequested
   */
  async page(actor: Actor, narrow: readonly WrittenTerm[], wanted: WantedWindow): Promise<Page> {
    assertWindow(wanted);
    const resolved = await this.narrows.resolve(actor, narrow);
    const window = { ...wanted, anchor: await this.resolveAnchor(resolved.search, wanted.anchor) };
    const { messages, ...found } = assemble(window, await this.pages.read(resolved.search, window));
    return { ...found, anchor: window.anchor, messages: await this.written(actor, messages, resolved) };
  }

  /**
   * As `page`, only the ids; in one statement besides those that resolve the narrow.
   * @throws NarrowTermIsInvalid, NarrowContradictsItself, SearchIsBlank, AnchorMayNotBeExcluded,
   * TooManyMessagesRequested
   */
  async window(actor: Actor, narrow: readonly WrittenTerm[], wanted: WantedWindow): Promise<FoundWindow> {
    assertWindow(wanted);
    const { search } = await this.narrows.resolve(actor, narrow);
    const window = { ...wanted, anchor: await this.resolveAnchor(search, wanted.anchor) };
    const read = (await this.pages.ids(search, partsOf(window))).map((id) => ({ id }));
    const { messages, ...found } = assemble(window, wholePage(window.anchor, read));
    return { ...found, ids: messages.map(({ id }) => id), anchor: window.anchor };
  }

  /** The given messages that the narrow finds, ascending by id. */
  async select(
    actor: Actor,
    narrow: readonly WrittenTerm[],
    messageIds: readonly number[],
  ): Promise<ReaderMessageView[]> {
    const resolved = await this.narrows.resolve(actor, narrow);
    return this.written(actor, await this.pages.select(resolved.search, messageIds), resolved);
  }

  /**
   * The given messages of the actor's own history that match the narrow, ascending by id, each with its matches
   * (docs/protocol/narrows.md).
   */
  async matching(
    actor: Actor,
    narrow: readonly WrittenTerm[],
    messageIds: readonly number[],
  ): Promise<ReaderMessageView[]> {
    const { search, readable, words } = await this.narrows.resolve(actor, narrow, true);
    const found = await this.pages.select(search, messageIds);
    return this.written(actor, found, { readable, words: words ?? [] });
  }

  private async written(
    actor: Actor,
    messages: readonly ViewedMessage[],
    { readable, words }: Pick<ResolvedNarrow, 'readable' | 'words'>,
  ): Promise<ReaderMessageView[]> {
    const known = new Set(readable.map(({ id }) => id));
    const missing = channelsOf(messages).filter((id) => !known.has(id));
    const channels = [...readable, ...(await this.channels.readableAmong(actor, missing))];
    // The actor may lose access to a channel between the two statements.
    const isShown = new Set(channels.map(({ id }) => id));
    const shown = messages.filter(({ channelId }) => channelId === null || isShown.has(channelId));
    const views = await this.views.write(actor, shown, channels);
    return words ? this.highlights.on(words, views) : views;
  }

  private async resolveAnchor(search: Search, anchor: Anchor): Promise<number> {
    if (anchor !== 'first_unread') return anchor;
    const muted = await this.subscriptions.mutedChannelIds(search.readingUser.userId as UserId);
    return (await this.pages.firstUnread(search, mutingWithin(search.conditions, muted))) ?? NEWEST;
  }
}
