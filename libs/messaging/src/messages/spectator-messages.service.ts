import { NO_USER, single } from '@app/kernel';
import { Spectators } from '@app/channels';
import type { Organization } from '@app/identity';
import { CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ViewedMessage } from '../records/message';
import type { WrittenTerm } from '../narrows/narrow';
import { assemble, assertWindow, NEWEST } from './page-window';
import { MessageRepository } from '../records/message.repository';
import { PageRepository } from './page.repository';
import { Highlights } from '../search/highlights.service';
import { MessageViews, ReaderMessageView } from '../message-views/message-views.service';
import type { Page, WantedWindow } from './messages.service';
import { Narrows, ResolvedNarrow } from '../narrows/narrows.service';

/** A narrow of a spectator, in one organization. */
export interface SpectatorsNarrow {
  readonly organization: Organization;
  readonly resolved: ResolvedNarrow;
}

/**
 * Messages for spectators: those of web-public channels, if server and organization admit spectators
 * (docs/protocol/messages.md). All messages count as read.
 * @throws CredentialsAreMissing alike for what is not there and for what is not theirs
 */
@Injectable()
export class SpectatorMessages {
  constructor(
    private readonly spectators: Spectators,
    private readonly narrows: Narrows,
    private readonly messages: MessageRepository,
    private readonly pages: PageRepository,
    private readonly views: MessageViews,
    private readonly highlights: Highlights,
  ) {}

  async get(host: string, messageId: number): Promise<ReaderMessageView> {
    const { organization, channels } = await this.spectators.readable(host);
    const message = await this.messages.find({ userId: NO_USER, organizationId: organization.id }, messageId);
    if (!channels.some(({ id }) => id === message?.channelId)) throw new CredentialsAreMissing();
    return single(await this.views.writeForSpectator(organization, [seen(message!)], channels));
  }

  /** Resolves a narrow. Called before the rest of the request is checked. */
  async open(host: string, narrow: readonly WrittenTerm[]): Promise<SpectatorsNarrow> {
    const { organization, channels } = await this.spectators.readable(host);
    return { organization, resolved: await this.narrows.resolveForSpectator(organization, channels, narrow) };
  }

  /** @throws AnchorMayNotBeExcluded, TooManyMessagesRequested */
  async page(narrow: SpectatorsNarrow, wanted: WantedWindow): Promise<Page> {
    assertWindow(wanted);
    const window = { ...wanted, anchor: wanted.anchor === 'first_unread' ? NEWEST : wanted.anchor };
    const { messages, ...found } = assemble(window, await this.pages.read(narrow.resolved.search, window));
    return { ...found, anchor: window.anchor, messages: await this.written(narrow, messages) };
  }

  /** The given messages that the narrow finds, ascending by id. */
  async select(narrow: SpectatorsNarrow, messageIds: readonly number[]): Promise<ReaderMessageView[]> {
    return this.written(narrow, await this.pages.select(narrow.resolved.search, messageIds));
  }

  private async written(
    { organization, resolved: { readable, words } }: SpectatorsNarrow,
    messages: readonly ViewedMessage[],
  ): Promise<ReaderMessageView[]> {
    const views = await this.views.writeForSpectator(organization, messages.map(seen), readable);
    return words ? this.highlights.on(words, views) : views;
  }
}

/** Spectators have no personal history, so all messages count as received. */
const seen = (message: ViewedMessage): ViewedMessage => ({ ...message, isReceived: true });
