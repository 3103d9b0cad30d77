import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RelayModule } from '../relay/relay.module';
import { RelayAnalytics } from './relay-analytics.service';
import { PushDeviceClientEvents } from './push-device.client-events';
import { PushDeviceRepository } from './push-device.repository';
import { PushDevicesController } from './push-devices.controller';
import { PushDevices } from './push-devices.service';
import { PushRegistrations } from './push-registrations.service';
import { RelayResponses } from './relay-responses.service';
import { SealedBoxes } from './sealed-boxes.service';
import { CredentialChecks } from './credential-checks.service';
import { TestNotifications } from './test-notifications.service';
import { PushDeviceEntity } from './push-device.entity';

/** Devices that receive encrypted notifications, and their registration at the relay. */
@Module({
  imports: [TypeOrmModule.forFeature([PushDeviceEntity]), RealtimeModule, IdentityModule, RelayModule],
  controllers: [PushDevicesController],
  providers: [
    RelayAnalytics,
    PushDeviceClientEvents,
    PushDeviceRepository,
    PushDevices,
    PushRegistrations,
    RelayResponses,
    SealedBoxes,
    CredentialChecks,
    TestNotifications,
  ],
  exports: [PushDevices, RelayResponses, SealedBoxes, CredentialChecks],
})
export class DevicesModule {}
