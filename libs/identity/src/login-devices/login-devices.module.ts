import { Module } from '@nestjs/common';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PersonalSettingsModule } from '../personal-settings/personal-settings.module';
import { KnownDeviceRepository } from './known-device.repository';
import { LoginDevices } from './login-devices.service';

@Module({
  imports: [ConfirmationsModule, OrganizationsModule, PersonalSettingsModule],
  providers: [KnownDeviceRepository, LoginDevices],
  exports: [LoginDevices],
})
export class LoginDevicesModule {}
