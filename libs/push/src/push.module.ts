import { ChannelsModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { MessagingModule } from '@app/messaging';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { DeviceTokens } from './app/device-tokens.service';
import { Introductions } from './app/introductions.service';
import { LegacyDevices } from './app/legacy-devices.service';
import { PushDeviceClientEvents } from './app/push-device.client-events';
import { PushDevices } from './app/push-devices.service';
import { PushIdentities } from './app/push-identities';
import { PushRegistrations } from './app/push-registrations.service';
import { Relay } from './app/relay';
import { RelayNews } from './app/relay-news.service';
import { Sealing } from './app/sealing';
import { StandingCredentials } from './app/standing-credentials';
import { TestNotifications } from './app/test-notifications.service';
import { TokenRegistrations } from './app/token-registrations.service';
import { TokenTests } from './app/token-tests.service';
import { DeviceTokensController } from './http/device-tokens.controller';
import { PushDevicesController } from './http/push-devices.controller';
import { NOTIFICATION_PROVIDERS } from './notification.providers';
import { DeviceTokenRepository } from './store/device-token.repository';
import { PushDeviceRepository } from './store/push-device.repository';

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
