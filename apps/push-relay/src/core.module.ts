import { Module } from '@nestjs/common';
import { DeviceRepository } from './devices/device.repository';
import { DevicesController } from './devices/devices.controller';
import { Devices } from './devices/devices.service';
import { AddressLimits } from './http/address-limits';
import { RelayKeyRepository } from './keys/relay-key.repository';
import { RelayKeys } from './keys/relay-keys.service';
import { RelayMetrics } from './metrics/relay-metrics';
import { Deliveries } from './notifications/deliveries.service';
import { DeliveryRepository } from './notifications/delivery.repository';
import { Housekeeping } from './notifications/housekeeping.worker';
import { NotificationsController } from './notifications/notifications.controller';
import { Notifications } from './notifications/notifications.service';
import { OrganizationGuard } from './organizations/organization.guard';
import { OrganizationRepository } from './organizations/organization.repository';
import { Organizations } from './organizations/organizations.service';
import { QuotaRepository } from './organizations/quota.repository';
import { Quotas } from './organizations/quotas.service';
import { RealmRepository } from './organizations/realm.repository';
import { RealmsController } from './organizations/realms.controller';
import { Realms } from './organizations/realms.service';
import { TransportsModule } from './transports/transports.module';

/** Organizations, keys, devices and notifications. */
@Module({
  imports: [TransportsModule],
  controllers: [RealmsController, DevicesController, NotificationsController],
  providers: [
    AddressLimits,
    OrganizationGuard,
    OrganizationRepository,
    Organizations,
    RealmRepository,
    Realms,
    QuotaRepository,
    Quotas,
    RelayKeyRepository,
    RelayKeys,
    RelayMetrics,
    DeviceRepository,
    Devices,
    DeliveryRepository,
    Deliveries,
    Housekeeping,
    Notifications,
  ],
  exports: [AddressLimits, OrganizationGuard, Organizations, Realms, Quotas, RelayKeys, Devices, Deliveries],
})
export class CoreModule {}
