import { Actor, CurrentActor, Operation, ParameterIsMissing, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { EditTyping } from './edit-typing.service';
import { Typing } from './typing.service';
import { messageIdIn } from '../records/message-id.parameter';
import { EditTypingRequest, TypingRequest } from './typing.dto';

@Controller('api/v1')
export class TypingController {
  constructor(
    private readonly typing: Typing,
    private readonly editTyping: EditTyping,
  ) {}

  @Operation('POST', 'typing', {
    summary: 'Say that one is typing a message',
    section: 'docs/protocol/personal.md',
    tag: 'messages',
    request: TypingRequest,
  })
  async begin(@CurrentActor() actor: Actor, @Parameters() request: TypingRequest): Promise<object> {
    const { op, type, to, topic } = request;
    if (type === 'direct' || type === 'private') {
      if (to === undefined) throw new ParameterIsMissing('to');
      await this.typing.toPeople(actor, op, to);
      return {};
    }
    const channelId = request.stream_id ?? channelIn(to);
    if (channelId === undefined) throw new ParameterIsMissing('stream_id');
    if (topic === undefined) throw new ParameterIsMissing('topic');
    await this.typing.inChannel(actor, op, channelId, topic);
    return {};
  }

  @Operation('POST', 'messages/:id/typing', {
    summary: 'Say that one is changing a message',
    section: 'docs/protocol/personal.md',
    tag: 'messages',
    request: EditTypingRequest,
  })
  async beginOver(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() { op }: EditTypingRequest,
  ): Promise<object> {
    await this.editTyping.over(actor, op, messageIdIn(id));
    return {};
  }
}

/** Where older clients name the channel. */
const channelIn = (to: readonly number[] | undefined): number | undefined => (to?.length === 1 ? to[0] : undefined);
