import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ChannelsModule } from '../channels/channels.module';
import { RecordsModule } from '../records/records.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { AbsenceChangeRepository } from './absence-change.repository';
import { AbsenceChanges } from './absence-changes.service';
import { AbsenceEvents } from './absence-events.service';
import { AbsentSubscribers } from './absent-subscribers.service';
import { ChannelAudienceIndex } from './channel-audience.index';
import { NotifiedSubscriberRepository } from './notified-subscriber.repository';
import { NotifiedSubscribers } from './notified-subscribers.service';
import { MembershipChangeRepository } from './membership-change.repository';
import { MembershipChanges } from './membership-changes.service';
import { MembershipEntries } from './membership.client-events';
import { MembershipRepository } from './membership.repository';
import { SubscriberEvents } from './subscriber-events.service';
import { Subscribers } from './subscribers.service';

@Module({
  imports: [IdentityModule, RealtimeModule, AccessModule, ChannelsModule, RecordsModule, SubscriptionsModule],
  providers: [
    AbsenceChangeRepository,
    AbsenceChanges,
    AbsenceEvents,
    AbsentSubscribers,
    ChannelAudienceIndex,
    NotifiedSubscriberRepository,
    NotifiedSubscribers,
    MembershipChangeRepository,
    MembershipChanges,
    MembershipEntries,
    MembershipRepository,
    SubscriberEvents,
    Subscribers,
  ],
  exports: [AbsentSubscribers, NotifiedSubscribers, Subscribers],
})
export class MembershipsModule {}
