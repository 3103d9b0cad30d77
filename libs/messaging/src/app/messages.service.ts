import { Channels, Subscriptions } from '@app/channels';
import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../domain/errors';
import type { WrittenTerm } from '../domain/narrow';
import { Anchor, assemble, assertWindow, Found, NEWEST, PageWindow, partsOf } from '../domain/page-window';
import { mutingWithin } from '../domain/search-scope';
import { MessageRepository } from '../store/message.repository';
import { PageRepository, Search } from '../store/page.repository';
import { MessageAccess } from './access';
import { Letters, ViewedLetter } from './letters.service';
import { Narrows } from './narrows.service';

export interface Page extends Found<ViewedLetter> {
  /** Where the page really is anchored. */
  readonly anchor: number;
}

/** Reading messages. */
@Injectable()
export class Messages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly pages: PageRepository,
    private readonly narrows: Narrows,
    private readonly channels: Channels,
    private readonly subscriptions: Subscriptions,
    private readonly letters: Letters,
  ) {}

  /** @throws MessageIsInvalid for an unknown message and for one that the actor may not read */
  async get(actor: Actor, messageId: number): Promise<ViewedLetter> {
    const message = await this.messages.find(actor, messageId);
    const channel = message?.channelId ? await this.channels.find(actor, message.channelId) : null;
    const channels = channel ? [channel] : [];
    if (!message || !new MessageAccess(actor.userId, channels).reads(message)) throw new MessageIsInvalid();
    const [letter] = await this.letters.write(actor, [message], channels);
    return letter;
  }

  /**
   * A page of a narrow. The number of statements does not depend on how many messages, senders or channels it has.
   * @throws NarrowTermIsInvalid, NarrowContradictsItself, AnchorMayNotBeExcluded, TooManyMessagesRequested
   */
  async page(
    actor: Actor,
    narrow: readonly WrittenTerm[],
    wanted: Omit<PageWindow, 'anchor'> & { readonly anchor: Anchor },
  ): Promise<Page> {
    assertWindow(wanted);
    const { search, readable } = await this.narrows.resolve(actor, narrow);
    const window = { ...wanted, anchor: await this.resolveAnchor(search, wanted.anchor) };
    const { messages, ...found } = assemble(window, await this.pages.read(search, partsOf(window)));
    return {
      ...found,
      anchor: window.anchor,
      messages: await this.letters.write(actor, messages, readable),
    };
  }

  /** Those of the messages that the narrow finds, ascending by id. */
  async select(actor: Actor, narrow: readonly WrittenTerm[], messageIds: readonly number[]): Promise<ViewedLetter[]> {
    const { search, readable } = await this.narrows.resolve(actor, narrow);
    return this.letters.write(actor, await this.pages.select(search, messageIds), readable);
  }

  private async resolveAnchor(search: Search, anchor: Anchor): Promise<number> {
    if (anchor !== 'first_unread') return anchor;
    const muted = await this.subscriptions.mutedChannelIds(search.asker.userId as UserId);
    return (await this.pages.firstUnread(search, mutingWithin(search.conditions, muted))) ?? NEWEST;
  }
}
