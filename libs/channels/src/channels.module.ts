import { ChannelReference, IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { AbsentSubscribers } from './memberships/absent-subscribers.service';
import { ChannelActivities } from './activity/channel-activities.service';
import { ChannelAddresses } from './channels/channel-addresses.service';
import { ChannelAdministration } from './administration/channel-administration.service';
import { ChannelAudienceIndex } from './audience/channel-audience.index';
import { ChannelAwakenings } from './activity/channel-awakenings.service';
import { ChannelChangeNews } from './administration/channel-change-news.service';
import { ChannelChangeClientEvents } from './administration/channel-change.client-events';
import { ChannelCreation } from './creation/channel-creation.service';
import { ChannelExplanations } from './access/channel-explanations.service';
import { ChannelFolderClientEvents } from './folders/channel-folder.client-events';
import { ChannelFolders } from './folders/channel-folders.service';
import { ChannelFoldersSnapshot } from './folders/channel-folders.snapshot';
import { ChannelGroupUses } from './administration/channel-group-uses.service';
import { ChannelListing } from './channels/channel-listing.service';
import { ChannelObjects } from './channels/channel-objects.service';
import { ChannelPrivacy } from './administration/channel-privacy.service';
import { ChannelReaders } from './access/channel-readers.service';
import { ChannelReferences } from './channels/channel-reference.service';
import { ChannelsOfInvitations } from './subscriptions/invitation-channels.service';
import { Listeners } from './memberships/listeners.service';
import { ChannelViewers } from './access/channel-viewers.service';
import { ChannelClientEvents } from './channels/channel.client-events';
import { ChannelsReactions } from './channels/channels.reactions';
import { Channels } from './channels/channels.service';
import { ChannelsSnapshot } from './channels/channels.snapshot';
import { DefaultChannels } from './default-channels/default-channels.service';
import { DefaultChannelsSnapshot } from './default-channels/default-channels.snapshot';
import { Descriptions } from './administration/descriptions.service';
import { FirstMessages } from './activity/first-messages.service';
import { GroupSights } from './audience/group-sights.service';
import { MembershipEntries } from './memberships/membership.client-events';
import { NewChannels } from './creation/new-channels.service';
import { MembershipChanges } from './memberships/membership-changes.service';
import { OthersSubscriptions } from './subscriptions/others-subscriptions.service';
import { Policies } from './access/policies.service';
import { Postings } from './posting/postings.service';
import { PrincipalUsers } from './subscriptions/principals.service';
import { Sights } from './audience/sights.service';
import { Spectators } from './access/spectators.service';
import { SubscriberNews } from './memberships/subscriber-news.service';
import { ChannelsOfBots } from './channels/channels-of-bots.service';
import { Subscribers } from './memberships/subscribers.service';
import { SubscriptionListing } from './subscriptions/subscription-listing.service';
import { SubscriptionSettingChanges } from './subscriptions/subscription-settings.service';
import { SubscriptionClientEvents } from './subscriptions/subscription.client-events';
import { Subscriptions } from './subscriptions/subscriptions.service';
import { ChannelAdministrationController } from './administration/channel-administration.controller';
import { ChannelCreationController } from './creation/channel-creation.controller';
import { ChannelFoldersController } from './folders/channel-folders.controller';
import { ChannelsController } from './channels/channels.controller';
import { DefaultChannelsController } from './default-channels/default-channels.controller';
import { SubscriptionsController } from './subscriptions/subscriptions.controller';
import { ChannelFolderRepository } from './folders/channel-folder.repository';
import { ChannelGroupUseRepository } from './administration/channel-group-use.repository';
import { ChannelRepository } from './channels/channel.repository';
import { DefaultChannelRepository } from './default-channels/default-channel.repository';
import { ListenerRepository } from './memberships/listener.repository';
import { MembershipRepository } from './memberships/membership.repository';
import { PostingRepository } from './posting/posting.repository';
import { MembershipChangeRepository } from './memberships/membership-change.repository';
import { SubscriptionRepository } from './subscriptions/subscription.repository';

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
