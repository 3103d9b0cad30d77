import { ChannelsModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { DeviceTokens } from './tokens/device-tokens.service';
import { Introductions } from './devices/introductions.service';
import { LegacyDevices } from './tokens/legacy-devices.service';
import { PushDeviceClientEvents } from './devices/push-device.client-events';
import { PushDevices } from './devices/push-devices.service';
import { PushIdentities } from './tokens/push-identities.service';
import { PushRegistrations } from './devices/push-registrations.service';
import { Relay } from './relay/relay.client';
import { RelayNews } from './relay/relay-news.service';
import { Sealing } from './devices/sealing.service';
import { StandingCredentials } from './devices/standing-credentials.service';
import { TestNotifications } from './notifications/test-notifications.service';
import { TokenRegistrations } from './tokens/token-registrations.service';
import { TokenTests } from './tokens/token-tests.service';
import { DeviceTokensController } from './tokens/device-tokens.controller';
import { PushDevicesController } from './devices/push-devices.controller';
import { NOTIFICATION_PROVIDERS } from './notification.providers';
import { DeviceTokenRepository } from './tokens/device-token.repository';
import { PushDeviceRepository } from './devices/push-device.repository';

/** Which devices get notifications, of what, and by way of which relay. */
@Module({
  imports: [RealtimeModule, IdentityModule, ChannelsModule, MessagingModule],
  controllers: [DeviceTokensController, PushDevicesController],
  providers: [
    ...NOTIFICATION_PROVIDERS,
    DeviceTokenRepository,
    DeviceTokens,
    Introductions,
    LegacyDevices,
    PushDeviceClientEvents,
    PushDeviceRepository,
    PushDevices,
    PushIdentities,
    PushRegistrations,
    Relay,
    RelayNews,
    Sealing,
    StandingCredentials,
    TestNotifications,
    TokenRegistrations,
    TokenTests,
  ],
})
export class PushModule {}
