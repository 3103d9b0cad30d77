import { BotDefaults, EMPTY_TOPIC_NAME } from '@app/identity';
import { DomainError } from '@app/kernel';
import { Actor, CurrentActor, OpenToWebhooks, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ChannelMessages } from '../app/channel-messages.service';
import { DirectMessages } from '../app/direct-messages.service';
import { ViewedLetter } from '../app/letters.service';
import { flagWords, Form, messageObject } from '../app/message-object.client-events';
import { Messages } from '../app/messages.service';
import { Renderings } from '../app/renderings.service';
import { AnchorIsMissing, MessageIsInvalid, TooManyMessagesRequested, TopicIsMissing } from '../domain/errors';
import { isPersonalClient } from '../domain/message';
import { MAX_PAGE, parseAnchor } from '../domain/page-window';
import {
  GetMessageRequest,
  GetMessageResponse,
  GetMessagesRequest,
  GetMessagesResponse,
  MessageResponse,
  RenderRequest,
  RenderResponse,
} from './message.dto';
import { readNarrow } from './narrow.parameter';
import { readChannel, readRecipients } from './recipients';
import { SendMessageRequest, SendMessageResponse } from './send-message.dto';

class QueueAndLocalIdBelongTogether extends DomainError {
  constructor() {
    super("'queue_id' and 'local_id' must be given together");
  }
}

class ParametersExcludeEachOther extends DomainError {
  constructor(names: readonly string[]) {
    super(`Unsupported parameter combination: ${names.join(', ')}`);
  }
}

@Controller('api/v1')
export class MessagesController {
  constructor(
    private readonly channelMessages: ChannelMessages,
    private readonly directMessages: DirectMessages,
    private readonly messages: Messages,
    private readonly renderings: Renderings,
    private readonly bots: BotDefaults,
  ) {}

  @OpenToWebhooks()
  @Operation('POST', 'messages', {
    summary: 'Send a message to a channel or to people',
    section: 'reference messaging 2',
    tag: 'messages',
    request: SendMessageRequest,
    response: SendMessageResponse,
    errors: ['STREAM_DOES_NOT_EXIST', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
  })
  async send(@CurrentActor() actor: Actor, @Parameters() request: SendMessageRequest): Promise<SendMessageResponse> {
    const { type, to, content, topic } = request;
    const isReadBySender = request.read_by_sender ?? isPersonalClient(actor.client);
    const draft = { content, isReadBySender, echo: echoOf(request) };
    if (type === 'direct' || type === 'private') {
      return { id: await this.directMessages.send(actor, { ...draft, recipients: readRecipients(to) }) };
    }
    const ownChannel = to === '' ? await this.bots.sendingChannelOf(actor) : null;
    const channel = ownChannel ?? readChannel(to);
    if (topic === undefined) throw new TopicIsMissing();
    return { id: await this.channelMessages.send(actor, { ...draft, channel, topic }) };
  }

  @Operation('GET', 'messages', {
    summary: 'A page of the messages that fit a narrow',
    section: 'reference messaging 3 and 4',
    tag: 'messages',
    request: GetMessagesRequest,
    response: GetMessagesResponse,
    errors: ['BAD_NARROW'],
  })
  async list(@CurrentActor() actor: Actor, @Parameters() request: GetMessagesRequest): Promise<GetMessagesResponse> {
    const narrow = readNarrow(request.narrow);
    const form = formOf(request, request.client_gravatar);
    if (request.message_ids) {
      const letters = await this.messages.select(actor, narrow, idsOf(request));
      const found = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
      return { messages: letters.map((letter) => response(letter, form)), ...found };
    }
    const anchor = request.use_first_unread_anchor ? 'first_unread' : request.anchor;
    if (anchor === undefined) throw new AnchorIsMissing();
    const page = await this.messages.page(actor, narrow, {
      anchor: parseAnchor(anchor),
      includeAnchor: request.include_anchor,
      before: request.num_before ?? 0,
      after: request.num_after ?? 0,
    });
    return {
      messages: page.messages.map((letter) => response(letter, form)),
      anchor: page.anchor,
      found_anchor: page.foundAnchor,
      found_oldest: page.foundOldest,
      found_newest: page.foundNewest,
      history_limited: false,
    };
  }

  @Operation('GET', 'messages/:id', {
    summary: 'One message',
    section: 'reference messaging 3',
    tag: 'messages',
    request: GetMessageRequest,
    response: GetMessageResponse,
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() request: GetMessageRequest,
  ): Promise<GetMessageResponse> {
    if (!/^\d{1,15}$/.test(id)) throw new MessageIsInvalid();
    const letter = await this.messages.get(actor, Number(id));
    return { message: response(letter, formOf(request, true)), raw_content: letter.message.content };
  }

  @Operation('POST', 'messages/render', {
    summary: 'The HTML of a text, as the caller would see it in a message',
    section: 'interface 20',
    tag: 'messages',
    request: RenderRequest,
    response: RenderResponse,
  })
  async render(@CurrentActor() actor: Actor, @Parameters() { content }: RenderRequest): Promise<RenderResponse> {
    return { rendered: await this.renderings.preview(actor, content) };
  }
}

function echoOf({ queue_id: queueId, local_id: localId }: SendMessageRequest) {
  if (queueId === undefined && localId === undefined) return null;
  if (queueId === undefined || localId === undefined) throw new QueueAndLocalIdBelongTogether();
  return { queueId, localId };
}

function idsOf(request: GetMessagesRequest): number[] {
  const excluded = ['anchor', 'num_before', 'num_after'].filter((name) => request[name as 'anchor'] !== undefined);
  if (request.use_first_unread_anchor) excluded.push('use_first_unread_anchor');
  if (excluded.length > 0) throw new ParametersExcludeEachOther([...excluded, 'message_ids']);
  if (request.message_ids!.length > MAX_PAGE) throw new TooManyMessagesRequested(MAX_PAGE);
  return request.message_ids!;
}

const formOf = (request: GetMessageRequest, clientGravatar: boolean): Form => ({
  applyMarkdown: request.apply_markdown,
  clientGravatar,
  emptyTopicName: request.allow_empty_topic_name ? null : EMPTY_TOPIC_NAME,
});

const response = ({ letter, message }: ViewedLetter, form: Form): MessageResponse => ({
  ...messageObject(letter, form),
  flags: flagWords(message),
});
