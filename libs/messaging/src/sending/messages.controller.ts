import { BotDefaults } from '@app/identity';
import { DomainError } from '@app/kernel';
import { Actor, CurrentActor, OpenToWebhooks, Operation, Parameters } from '@app/platform';
import { Controller, Headers } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ChannelMessages } from './channel-messages.service';
import { DirectDraft, DirectMessages } from './direct-messages.service';
import type { SendStep } from '../writing/message-preparation.service';
import type { SentMessageIds } from '../writing/message-writer.service';
import type { LocalEcho } from '../writing/message.client-events';
import { Renderings } from '../rendering/renderings.service';
import { RepeatedSends } from './repeated-sends.service';
import { SendKeyIsInvalid, TopicIsMissing } from '../errors';
import { isPersonalClient } from '../records/message';
import { widgetOf } from '../polls/widget';
import { RenderRequest, RenderResponse } from '../messages/message.dto';
import { readChannel, readRecipients } from './recipients.parameter';
import { SendMessageRequest, SendMessageResponse } from './send-message.dto';

class QueueAndLocalIdBelongTogether extends DomainError {
  constructor() {
    super("'queue_id' and 'local_id' must be given together");
  }
}

@Controller('api/v1')
export class MessagesController {
  constructor(
    private readonly channelMessages: ChannelMessages,
    private readonly directMessages: DirectMessages,
    private readonly repeated: RepeatedSends,
    private readonly renderings: Renderings,
    private readonly bots: BotDefaults,
  ) {}

  @OpenToWebhooks()
  @Operation('POST', 'messages', {
    summary: 'Send a message to a channel or to people',
    section: 'docs/protocol/messages.md',
    tag: 'messages',
    request: SendMessageRequest,
    response: SendMessageResponse,
    errors: ['STREAM_DOES_NOT_EXIST', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 200 },
    description:
      "8 to 200 visible ASCII characters, the client's own name for this request: whoever repeats it within a day " +
      'gets the first answer and sends no second message. `queue_id` with `local_id` do the same.',
  })
  async send(
    @CurrentActor() actor: Actor,
    @Parameters() request: SendMessageRequest,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ): Promise<SendMessageResponse> {
    const { type, to, content, topic, widget_content: widget } = request;
    const isReadBySender = request.read_by_sender ?? isPersonalClient(actor.client);
    const echo = echoOf(request);
    const draft = { content, isReadBySender, echo, widget: widget === undefined ? null : widgetOf(widget) };
    const isDirect = type === 'direct' || type === 'private';
    const name = nameOf(idempotencyKey, echo);
    const { id, newVisibility } = await this.once(
      actor,
      { name, request: comparedParts(request, isDirect) },
      async (sendStep) => {
        if (isDirect) return this.directly(actor, { sendStep, recipients: readRecipients(to), ...draft });
        const ownChannel = to === '' ? await this.bots.sendingChannelOf(actor) : null;
        const channel = ownChannel ?? readChannel(to);
        if (topic === undefined) throw new TopicIsMissing();
        return this.channelMessages.deliver(actor, { sendStep, channel, topic, ...draft });
      },
    );
    return { id, ...(newVisibility === null ? {} : { automatic_new_visibility_policy: newVisibility }) };
  }

  private async directly(actor: Actor, draft: DirectDraft): Promise<SentMessageIds> {
    return { id: await this.directMessages.send(actor, draft), newVisibility: null };
  }

  /** What has no name is sent each time. */
  private once(
    { userId }: Actor,
    { name, request }: { name: readonly string[] | null; request: readonly unknown[] },
    send: (sendStep?: SendStep) => Promise<SentMessageIds>,
  ): Promise<SentMessageIds> {
    return name === null ? send() : this.repeated.once(userId, { name, request }, send);
  }

  @Operation('POST', 'messages/render', {
    summary: 'The HTML of a text, as the caller would see it in a message',
    section: 'docs/markdown.md',
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

const KEY = /^[\x21-\x7e]{8,200}$/;

/** What the client calls this send by; null: it has no name. */
function nameOf(key: string | undefined, echo: LocalEcho | null): readonly string[] | null {
  if (key !== undefined) {
    if (!KEY.test(key)) throw new SendKeyIsInvalid();
    return [key];
  }
  return echo && [echo.queueId, echo.localId];
}

/** All that makes it another message. */
const comparedParts = (request: SendMessageRequest, isDirect: boolean): unknown[] => [
  isDirect,
  request.to.trim(),
  request.content,
  isDirect ? null : (request.topic ?? null),
  request.widget_content ?? null,
];
