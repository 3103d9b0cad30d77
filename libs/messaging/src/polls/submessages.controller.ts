import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { Submessages } from './submessages.service';
import { AddSubmessageRequest } from './submessages.dto';

@Controller('api/v1')
export class SubmessagesController {
  constructor(private readonly submessages: Submessages) {}

  @Operation('POST', 'submessage', {
    summary: 'Do something with a widget, such as voting in a poll',
    section: 'docs/protocol/reactions.md',
    tag: 'messages',
    request: AddSubmessageRequest,
  })
  async add(
    @CurrentActor() actor: Actor,
    @Parameters() { message_id: messageId, msg_type: type, content }: AddSubmessageRequest,
  ): Promise<object> {
    await this.submessages.add(actor, messageId, { type, content });
    return {};
  }
}
