import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { RelayModule } from '../relay/relay.module';
import { TokensModule } from '../tokens/tokens.module';
import { AwayUsers } from './away-users.service';
import { PushCandidateWorker } from './push-candidate-worker.service';
import { MessageNotifications } from './message-notifications.service';
import { NotificationsEventHandlers } from './notifications.event-handlers';
import { Notifier } from './notifier.service';
import { PushDeliveries } from './push-deliveries.service';
import { PushDeliveryRepository } from './push-delivery.repository';
import { PushOrganizationRecheckRepository } from './push-organization-recheck.repository';
import { PushOrganizationRechecks } from './push-organization-rechecks.service';
import { PushRechecks } from './push-rechecks.service';
import { PushRemovals } from './push-removals.service';
import { PushShownRepository } from './push-shown.repository';
import { EditedMessageRemovals } from './edited-message-removals.service';

/** Which users are notified of which messages, and which notifications are removed again. */
@Module({
  imports: [RealtimeModule, IdentityModule, MessagingModule, RelayModule, DevicesModule, TokensModule],
  providers: [
    AwayUsers,
    PushCandidateWorker,
    MessageNotifications,
    NotificationsEventHandlers,
    Notifier,
    PushDeliveries,
    PushDeliveryRepository,
    PushOrganizationRecheckRepository,
    PushOrganizationRechecks,
    PushRechecks,
    PushRemovals,
    PushShownRepository,
    EditedMessageRemovals,
  ],
})
export class NotificationsModule {}
