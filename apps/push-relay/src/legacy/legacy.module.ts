import { Module } from '@nestjs/common';
import { CoreModule } from '../core.module';
import { LegacyDeviceRepository } from './legacy-device.repository';
import { LegacyDevicesController } from './legacy-devices.controller';
import { LegacyDevices } from './legacy-devices.service';

/** The protocol of servers for apps that do not encrypt. */
@Module({
  imports: [CoreModule],
  controllers: [LegacyDevicesController],
  providers: [LegacyDeviceRepository, LegacyDevices],
})
export class LegacyModule {}
