import { EMPTY_TOPIC_NAME } from '@app/identity';
import { DomainError, idIn } from '@app/kernel';
import {
  Actor,
  ActorOrSpectator,
  CredentialsAreMissing,
  CurrentActor,
  Heavy,
  OpenToSpectators,
  Operation,
  Parameters,
  ReplicaReads,
  RequestHost,
} from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import pLimit from 'p-limit';
import { ReaderMessageView } from '../message-views/message-views.service';
import { flagWords, MessageFormat, messageObject } from '../message-views/message-object.client-events';
import { Messages, Page, WantedWindow } from './messages.service';
import { SpectatorMessages } from './spectator-messages.service';
import { AnchorIsMissing, MessageIsInvalid, TooManyMessagesRequested } from '../errors';
import { MAX_PAGE, parseAnchor } from './page-window';
import { MatchesNarrowRequest, MatchesNarrowResponse } from './matches-narrow.dto';
import {
  GetMessageRequest,
  GetMessageResponse,
  GetMessagesRequest,
  GetMessagesResponse,
  MessageResponse,
} from './message.dto';
import { readNarrow } from '../narrows/narrow.parameter';

class ParametersExcludeEachOther extends DomainError {
  constructor(names: readonly string[]) {
    super(`Unsupported parameter combination: ${names.join(', ')}`, 'BAD_REQUEST', { parameters: names.join(', ') });
  }
}

/** Pages of more messages than clients usually ask for: a process reads so many of them at a time, so that it has time for others. */
const LARGE_PAGE = 400;
const LARGE_PAGES_AT_ONCE = 4;

/** How a user or a spectator reads messages. */
interface Reading {
  page(wanted: WantedWindow): Promise<Page>;
  select(messageIds: readonly number[]): Promise<ReaderMessageView[]>;
}

@Controller('api/v1')
export class MessagePagesController {
  private readonly limitLargePages = pLimit(LARGE_PAGES_AT_ONCE);

  constructor(
    private readonly messages: Messages,
    private readonly spectators: SpectatorMessages,
    private readonly reads: ReplicaReads,
  ) {}

  @OpenToSpectators()
  @Heavy()
  @Operation('GET', 'messages', {
    summary: 'A page of the messages that fit a narrow',
    section: 'docs/protocol/narrows.md',
    tag: 'messages',
    request: GetMessagesRequest,
    response: GetMessagesResponse,
    errors: ['BAD_NARROW'],
  })
  async list(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Parameters() request: GetMessagesRequest,
  ): Promise<GetMessagesResponse> {
    const reading = await this.reading(actor, host, request);
    const form = formatOf(request, request.client_gravatar);
    if (request.message_ids) {
      const views = await reading.select(idsOf(request));
      const found = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
      return { messages: views.map((view) => response(view, form)), ...found };
    }
    const window = windowOf(request);
    const read = async () => pageResponse(await reading.page(window), form);
    return window.before + window.after > LARGE_PAGE ? this.limitLargePages(read) : read();
  }

  @Heavy()
  @Operation('GET', 'messages/matches_narrow', {
    summary: 'Which of some messages fit a narrow',
    section: 'docs/protocol/narrows.md',
    tag: 'messages',
    request: MatchesNarrowRequest,
    response: MatchesNarrowResponse,
    errors: ['BAD_NARROW'],
  })
  async matching(
    @CurrentActor() actor: Actor,
    @Parameters() { msg_ids: ids, narrow }: MatchesNarrowRequest,
  ): Promise<MatchesNarrowResponse> {
    if (ids.length > MAX_PAGE) throw new TooManyMessagesRequested(MAX_PAGE);
    const views = await this.reads.run(actor, () => this.messages.matching(actor, readNarrow(narrow), ids));
    const form = { applyMarkdown: true, clientGravatar: true, emptyTopicName: EMPTY_TOPIC_NAME };
    return {
      messages: Object.fromEntries(
        views.map(({ view }) => {
          const { match_content, match_subject } = messageObject(view, form);
          return [view.id, { match_content: match_content!, match_subject: match_subject! }];
        }),
      ),
    };
  }

  @OpenToSpectators()
  @Operation('GET', 'messages/:id', {
    summary: 'One message',
    section: 'docs/protocol/narrows.md',
    tag: 'messages',
    request: GetMessageRequest,
    response: GetMessageResponse,
  })
  async get(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param('id') written: string,
    @Parameters() request: GetMessageRequest,
  ): Promise<GetMessageResponse> {
    const id = idIn(written);
    if (id === null) throw actor ? new MessageIsInvalid() : new CredentialsAreMissing();
    const view = await (actor
      ? this.reads.run(actor, () => this.messages.get(actor, id))
      : this.spectators.get(host, id));
    return { message: response(view, formatOf(request, true)), raw_content: view.message.content };
  }

  private async reading(actor: Actor | null, host: string, request: GetMessagesRequest): Promise<Reading> {
    const narrow = readNarrow(request.narrow);
    if (actor) {
      return {
        page: (wanted) => this.reads.run(actor, () => this.messages.page(actor, narrow, wanted)),
        select: (ids) => this.reads.run(actor, () => this.messages.select(actor, narrow, ids)),
      };
    }
    const opened = await this.spectators.open(host, narrow);
    return {
      page: (wanted) => this.spectators.page(opened, wanted),
      select: (ids) => this.spectators.select(opened, ids),
    };
  }
}

function windowOf(request: GetMessagesRequest): WantedWindow {
  const anchor = request.use_first_unread_anchor ? 'first_unread' : request.anchor;
  if (anchor === undefined) throw new AnchorIsMissing();
  return {
    anchor: parseAnchor(anchor),
    includeAnchor: request.include_anchor,
    before: request.num_before ?? 0,
    after: request.num_after ?? 0,
  };
}

function idsOf(request: GetMessagesRequest): number[] {
  const excluded = ['anchor', 'num_before', 'num_after'].filter((name) => request[name as 'anchor'] !== undefined);
  if (request.use_first_unread_anchor) excluded.push('use_first_unread_anchor');
  if (excluded.length > 0) throw new ParametersExcludeEachOther([...excluded, 'message_ids']);
  if (request.message_ids!.length > MAX_PAGE) throw new TooManyMessagesRequested(MAX_PAGE);
  return request.message_ids!;
}

const formatOf = (request: GetMessageRequest, clientGravatar: boolean): MessageFormat => ({
  applyMarkdown: request.apply_markdown,
  clientGravatar,
  emptyTopicName: request.allow_empty_topic_name ? null : EMPTY_TOPIC_NAME,
});

const response = ({ view, message }: ReaderMessageView, form: MessageFormat): MessageResponse => ({
  flags: flagWords(message),
  ...messageObject(view, form),
});

const pageResponse = (page: Page, form: MessageFormat): GetMessagesResponse => ({
  messages: page.messages.map((view) => response(view, form)),
  anchor: page.anchor,
  found_anchor: page.foundAnchor,
  found_oldest: page.foundOldest,
  found_newest: page.foundNewest,
  history_limited: false,
});
