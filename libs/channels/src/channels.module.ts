import { ChannelReference, IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { AbsentSubscribers } from './app/absent-subscribers.service';
import { ChannelActivities } from './app/channel-activities.service';
import { ChannelAddresses } from './app/channel-addresses.service';
import { ChannelAdministration } from './app/channel-administration.service';
import { ChannelAudienceIndex } from './app/channel-audience.index';
import { ChannelAwakenings } from './app/channel-awakenings.service';
import { ChannelChangeNews } from './app/channel-change-news.service';
import { ChannelChangeClientEvents } from './app/channel-change.client-events';
import { ChannelCreation } from './app/channel-creation.service';
import { ChannelExplanations } from './app/channel-explanations.service';
import { ChannelFolderClientEvents } from './app/channel-folder.client-events';
import { ChannelFolders } from './app/channel-folders.service';
import { ChannelFoldersSnapshot } from './app/channel-folders.snapshot';
import { ChannelGroupUses } from './app/channel-group-uses';
import { ChannelListing } from './app/channel-listing.service';
import { ChannelObjects } from './app/channel-objects.service';
import { ChannelPrivacy } from './app/channel-privacy.service';
import { ChannelReaders } from './app/channel-readers.service';
import { ChannelReferences } from './app/channel-reference';
import { ChannelsOfInvitations } from './app/invitation-channels';
import { Listeners } from './app/listeners.service';
import { ChannelViewers } from './app/channel-viewers.service';
import { ChannelClientEvents } from './app/channel.client-events';
import { ChannelsReactions } from './app/channels.reactions';
import { Channels } from './app/channels.service';
import { ChannelsSnapshot } from './app/channels.snapshot';
import { DefaultChannels } from './app/default-channels.service';
import { DefaultChannelsSnapshot } from './app/default-channels.snapshot';
import { Descriptions } from './app/descriptions.service';
import { FirstMessages } from './app/first-messages.service';
import { GroupSights } from './app/group-sights.service';
import { MembershipEntries } from './app/membership.client-events';
import { NewChannels } from './app/new-channels.service';
import { MembershipChanges } from './app/membership-changes.service';
import { OthersSubscriptions } from './app/others-subscriptions.service';
import { Policies } from './app/policies.service';
import { Postings } from './app/postings.service';
import { PrincipalUsers } from './app/principals.service';
import { Sights } from './app/sights.service';
import { Spectators } from './app/spectators.service';
import { SubscriberNews } from './app/subscriber-news.service';
import { ChannelsOfBots } from './app/channels-of-bots';
import { Subscribers } from './app/subscribers.service';
import { SubscriptionListing } from './app/subscription-listing.service';
import { SubscriptionSettingChanges } from './app/subscription-settings.service';
import { SubscriptionClientEvents } from './app/subscription.client-events';
import { Subscriptions } from './app/subscriptions.service';
import { ChannelAdministrationController } from './http/channel-administration.controller';
import { ChannelCreationController } from './http/channel-creation.controller';
import { ChannelFoldersController } from './http/channel-folders.controller';
import { ChannelsController } from './http/channels.controller';
import { DefaultChannelsController } from './http/default-channels.controller';
import { SubscriptionsController } from './http/subscriptions.controller';
import { ChannelFolderRepository } from './store/channel-folder.repository';
import { ChannelGroupUseRepository } from './store/channel-group-use.repository';
import { ChannelRepository } from './store/channel.repository';
import { DefaultChannelRepository } from './store/default-channel.repository';
import { ListenerRepository } from './store/listener.repository';
import { MembershipRepository } from './store/membership.repository';
import { PostingRepository } from './store/posting.repository';
import { MembershipChangeRepository } from './store/membership-change.repository';
import { SubscriptionRepository } from './store/subscription.repository';

/** Answers questions of identity: so it is known everywhere, and needs nothing of identity itself. */
@Global()
@Module({
  providers: [ChannelRepository, { provide: ChannelReference, useClass: ChannelReferences }],
  exports: [ChannelReference],
})
class ChannelAnswersModule {}

/** Channels and who is subscribed to them. `ChannelHistory` comes from messaging, whose module is global. */
@Module({
  imports: [RealtimeModule, IdentityModule, ChannelAnswersModule],
  controllers: [
    ChannelAdministrationController,
    ChannelCreationController,
    ChannelFoldersController,
    ChannelsController,
    DefaultChannelsController,
    SubscriptionsController,
  ],
  providers: [
    AbsentSubscribers,
    ChannelActivities,
    ChannelAddresses,
    ChannelAdministration,
    ChannelsOfBots,
    ChannelsOfInvitations,
    ListenerRepository,
    Listeners,
    ChannelAwakenings,
    ChannelChangeClientEvents,
    ChannelChangeNews,
    ChannelAudienceIndex,
    ChannelClientEvents,
    ChannelCreation,
    ChannelExplanations,
    ChannelFolderClientEvents,
    ChannelFolderRepository,
    ChannelFolders,
    ChannelFoldersSnapshot,
    ChannelGroupUseRepository,
    ChannelGroupUses,
    ChannelListing,
    ChannelObjects,
    ChannelPrivacy,
    ChannelReaders,
    ChannelRepository,
    Channels,
    ChannelsReactions,
    ChannelsSnapshot,
    ChannelViewers,
    DefaultChannelRepository,
    DefaultChannels,
    DefaultChannelsSnapshot,
    Descriptions,
    FirstMessages,
    GroupSights,
    MembershipEntries,
    MembershipRepository,
    NewChannels,
    MembershipChangeRepository,
    MembershipChanges,
    OthersSubscriptions,
    Policies,
    PostingRepository,
    Postings,
    PrincipalUsers,
    Sights,
    Spectators,
    SubscriberNews,
    Subscribers,
    SubscriptionClientEvents,
    SubscriptionListing,
    SubscriptionRepository,
    Subscriptions,
    SubscriptionSettingChanges,
  ],
  exports: [
    ChannelAwakenings,
    Listeners,
    ChannelExplanations,
    ChannelReaders,
    Channels,
    FirstMessages,
    Postings,
    Spectators,
    Subscriptions,
  ],
})
export class ChannelsModule {}
