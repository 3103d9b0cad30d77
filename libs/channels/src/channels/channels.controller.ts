import { Actor, CurrentActor, Heavy, Operation, Parameters, ReplicaReads } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ChannelListing } from './channel-listing.service';
import {
  ChannelIdRequest,
  ChannelIdResponse,
  ListChannelsRequest,
  ListChannelsResponse,
  ShowChannelResponse,
  SubscribersResponse,
} from './channel.dto';
import { channelIdIn } from './channel-id.parameter';

@Controller('api/v1')
export class ChannelsController {
  constructor(
    private readonly listing: ChannelListing,
    private readonly reads: ReplicaReads,
  ) {}

  @Heavy()
  @Operation('GET', 'streams', {
    summary: 'List channels',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    request: ListChannelsRequest,
    response: ListChannelsResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor, @Parameters() request: ListChannelsRequest): Promise<ListChannelsResponse> {
    const sources = {
      public: request.include_public,
      webPublic: request.include_web_public,
      subscribed: request.include_subscribed,
      ownerSubscribed: request.include_owner_subscribed,
      readable: request.include_can_access_content,
      all: request.include_all,
      allForAdministrators: request.include_all_active,
      exceptArchived: request.exclude_archived,
    };
    return { streams: await this.reads.run(actor, () => this.listing.list(actor, sources, request.include_default)) };
  }

  @Operation('GET', 'streams/:stream_id', {
    summary: 'Show a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    response: ShowChannelResponse,
  })
  async show(@CurrentActor() actor: Actor, @Param('stream_id') id: string): Promise<ShowChannelResponse> {
    return { stream: await this.listing.get(actor, channelIdIn(id)) };
  }

  @Heavy()
  @Operation('GET', 'streams/:stream_id/members', {
    summary: 'List the subscribers of a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    response: SubscribersResponse,
  })
  async members(@CurrentActor() actor: Actor, @Param('stream_id') id: string): Promise<SubscribersResponse> {
    return { subscribers: await this.reads.run(actor, () => this.listing.subscriberIds(actor, channelIdIn(id))) };
  }

  @Operation('GET', 'get_stream_id', {
    summary: 'Find the id of a channel',
    section: 'docs/protocol/channels.md',
    tag: 'channels',
    request: ChannelIdRequest,
    response: ChannelIdResponse,
  })
  async idOf(@CurrentActor() actor: Actor, @Parameters() request: ChannelIdRequest): Promise<ChannelIdResponse> {
    return { stream_id: await this.listing.idOf(actor, request.stream) };
  }
}
