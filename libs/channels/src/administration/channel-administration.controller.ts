import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ChannelAddresses } from '../channels/channel-addresses.service';
import { ChannelAdministration } from './channel-administration.service';
import { ChangeChannelRequest, ChannelAddressRequest, ChannelAddressResponse } from './channel-change.dto';
import { channelIdIn } from '../channels/channel-id.parameter';
import { channelPatchIn } from './channel-change.http';

@Controller('api/v1')
export class ChannelAdministrationController {
  constructor(
    private readonly administration: ChannelAdministration,
    private readonly addresses: ChannelAddresses,
  ) {}

  @Operation('PATCH', 'streams/:stream_id', {
    summary: 'Change a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    request: ChangeChannelRequest,
    errors: ['CHANNEL_ALREADY_EXISTS', 'EXPECTATION_MISMATCH', 'UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('stream_id') id: string,
    @Parameters() request: ChangeChannelRequest,
  ): Promise<object> {
    await this.administration.change(actor, channelIdIn(id), channelPatchIn(request));
    return {};
  }

  @Operation('DELETE', 'streams/:stream_id', {
    summary: 'Archive a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
  })
  async archive(@CurrentActor() actor: Actor, @Param('stream_id') id: string): Promise<object> {
    await this.administration.archive(actor, channelIdIn(id));
    return {};
  }

  @Operation('GET', 'streams/:stream_id/email_address', {
    summary: 'Find the e-mail address of a channel',
    section: 'docs/protocol/organizations.md',
    tag: 'channels',
    request: ChannelAddressRequest,
    response: ChannelAddressResponse,
  })
  async address(
    @CurrentActor() actor: Actor,
    @Param('stream_id') id: string,
    @Parameters() { sender_id }: ChannelAddressRequest,
  ): Promise<ChannelAddressResponse> {
    return { email: await this.addresses.of(actor, channelIdIn(id), sender_id ?? actor.userId) };
  }
}
