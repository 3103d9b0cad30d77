import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Reactions } from './reactions.service';
import { messageIdIn } from '../records/message-id.parameter';
import { AddReactionRequest, RemoveReactionRequest } from './reactions.dto';

@Controller('api/v1')
export class ReactionsController {
  constructor(private readonly reactions: Reactions) {}

  @Operation('POST', 'messages/:id/reactions', {
    summary: 'Answer a message by an emoji',
    section: 'docs/protocol/reactions.md',
    tag: 'messages',
    request: AddReactionRequest,
    errors: ['REACTION_ALREADY_EXISTS'],
  })
  async add(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() { emoji_name: name, emoji_code: code, reaction_type: type }: AddReactionRequest,
  ): Promise<object> {
    await this.reactions.add(actor, messageIdIn(id), { name, code, type });
    return {};
  }

  @Operation('DELETE', 'messages/:id/reactions', {
    summary: 'Take back a reaction',
    section: 'docs/protocol/reactions.md',
    tag: 'messages',
    request: RemoveReactionRequest,
    errors: ['REACTION_DOES_NOT_EXIST'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Parameters() { emoji_name: name, emoji_code: code, reaction_type: type }: RemoveReactionRequest,
  ): Promise<object> {
    await this.reactions.remove(actor, messageIdIn(id), { name, code, type });
    return {};
  }
}
