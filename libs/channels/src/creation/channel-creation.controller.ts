import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { SingleChannelCreation } from './single-channel-creation.service';
import { CreateChannelRequest, CreateChannelResponse } from './new-channel.dto';
import { newChannelFieldsIn } from './new-channel.http';

@Controller('api/v1')
export class ChannelCreationController {
  constructor(private readonly creation: SingleChannelCreation) {}

  @Operation('POST', 'channels/create', {
    summary: 'Make a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    request: CreateChannelRequest,
    response: CreateChannelResponse,
    errors: ['CHANNEL_ALREADY_EXISTS', 'UNAUTHORIZED_PRINCIPAL'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateChannelRequest,
  ): Promise<CreateChannelResponse> {
    const { name, description, subscribers } = request;
    return {
      id: await this.creation.create(actor, {
        name,
        description,
        subscriberIds: subscribers,
        fields: newChannelFieldsIn(request),
      }),
    };
  }
}
