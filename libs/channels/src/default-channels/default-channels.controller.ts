import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Integer, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { DefaultChannels } from './default-channels.service';

const SECTION = 'docs/protocol/organizations.md';

class DefaultChannelRequest {
  @Integer({ doc: 'The channel.' })
  stream_id: number;
}

@Controller('api/v1')
export class DefaultChannelsController {
  constructor(private readonly defaults: DefaultChannels) {}

  @Operation('POST', 'default_streams', {
    summary: 'Subscribe newcomers to a channel',
    section: SECTION,
    tag: 'channels',
    request: DefaultChannelRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: DefaultChannelRequest): Promise<object> {
    await this.defaults.add(actor, request.stream_id as ChannelId);
    return {};
  }

  @Operation('DELETE', 'default_streams', {
    summary: 'Subscribe newcomers to a channel no longer',
    section: SECTION,
    tag: 'channels',
    request: DefaultChannelRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(@CurrentActor() actor: Actor, @Parameters() request: DefaultChannelRequest): Promise<object> {
    await this.defaults.remove(actor, request.stream_id as ChannelId);
    return {};
  }
}
