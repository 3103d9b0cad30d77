import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ChangedFlags, Flags } from '../app/flags.service';
import { FlagOperationIsUnknown } from '../domain/errors';
import { editableFlag } from './flag-word';
import { UpdateFlagsRequest, UpdateFlagsResponse } from './flags.dto';

@Controller('api/v1')
export class FlagsController {
  constructor(private readonly flags: Flags) {}

  @Operation('POST', 'messages/flags', {
    summary: 'Set or clear a personal flag of messages',
    section: 'interface 12',
    tag: 'messages',
    request: UpdateFlagsRequest,
    response: UpdateFlagsResponse,
  })
  async update(@CurrentActor() actor: Actor, @Parameters() request: UpdateFlagsRequest): Promise<UpdateFlagsResponse> {
    const { messageIds, ignoredChannelIds } = await this.change(actor, request);
    const isUnread = request.flag === 'read' && request.op === 'remove';
    return {
      messages: [...messageIds],
      ...(isUnread ? { ignored_because_not_subscribed_channels: [...ignoredChannelIds] } : {}),
    };
  }

  private change(actor: Actor, { messages, op, flag: word }: UpdateFlagsRequest): Promise<ChangedFlags> {
    if (op !== 'add' && op !== 'remove') throw new FlagOperationIsUnknown(op);
    const flag = editableFlag(word);
    if (flag === 'read') return op === 'add' ? this.flags.read(actor, messages) : this.flags.unread(actor, messages);
    return op === 'add' ? this.flags.mark(actor, flag, messages) : this.flags.unmark(actor, flag, messages);
  }
}
