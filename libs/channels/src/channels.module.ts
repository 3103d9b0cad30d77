import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { ChannelAudienceIndex } from './app/channel-audience.index';
import { ChannelListing } from './app/channel-listing.service';
import { ChannelObjects } from './app/channel-objects.service';
import { ChannelViewers } from './app/channel-viewers.service';
import { ChannelClientEvents } from './app/channel.client-events';
import { ChannelsReactions } from './app/channels.reactions';
import { Channels } from './app/channels.service';
import { ChannelsSnapshot } from './app/channels.snapshot';
import { Descriptions } from './app/descriptions.service';
import { MembershipEntries } from './app/membership.client-events';
import { NewChannels } from './app/new-channels.service';
import { Policies } from './app/policies.service';
import { Postings } from './app/postings.service';
import { PrincipalUsers } from './app/principals.service';
import { SubscriberNews } from './app/subscriber-news.service';
import { Subscribers } from './app/subscribers.service';
import { SubscriptionListing } from './app/subscription-listing.service';
import { SubscriptionSettingChanges } from './app/subscription-settings.service';
import { SubscriptionClientEvents } from './app/subscription.client-events';
import { Subscriptions } from './app/subscriptions.service';
import { ChannelsController } from './http/channels.controller';
import { SubscriptionsController } from './http/subscriptions.controller';
import { ChannelRepository } from './store/channel.repository';
import { MembershipRepository } from './store/membership.repository';
import { PostingRepository } from './store/posting.repository';
import { SubscriptionRepository } from './store/subscription.repository';

/** Channels and who is subscribed to them. `ChannelHistory` comes from messaging, whose module is global. */
@Module({
  imports: [RealtimeModule, IdentityModule],
  controllers: [ChannelsController, SubscriptionsController],
  providers: [
    ChannelAudienceIndex,
    ChannelClientEvents,
    ChannelListing,
    ChannelObjects,
    ChannelRepository,
    Channels,
    ChannelsReactions,
    ChannelsSnapshot,
    ChannelViewers,
    Descriptions,
    MembershipEntries,
    MembershipRepository,
    NewChannels,
    Policies,
    PostingRepository,
    Postings,
    PrincipalUsers,
    SubscriberNews,
    Subscribers,
    SubscriptionClientEvents,
    SubscriptionListing,
    SubscriptionRepository,
    Subscriptions,
    SubscriptionSettingChanges,
  ],
  exports: [Channels, Postings, Subscriptions],
})
export class ChannelsModule {}
