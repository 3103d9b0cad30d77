import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PicturesModule } from '../pictures/pictures.module';
import { ServerSettings } from './server-settings.client-events';
import { ServerSettingsController } from './server-settings.controller';
import { StaticController } from './static.controller';

@Module({
  imports: [AuthenticationModule, OrganizationsModule, PicturesModule],
  controllers: [ServerSettingsController, StaticController],
  providers: [ServerSettings],
})
export class ServerSettingsModule {}
