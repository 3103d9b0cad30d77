import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { PresenceReadings } from './presence-readings.service';
import { PresenceClientEvents } from './presence.client-events';
import { PresenceController } from './presence.controller';
import { PresenceRepository } from './presence.repository';
import { Presences } from './presences.service';

@Module({
  imports: [RealtimeModule, GuestVisibilityModule, OrganizationsModule, ProfilesModule],
  controllers: [PresenceController],
  providers: [PresenceClientEvents, PresenceReadings, PresenceRepository, Presences],
  exports: [Presences],
})
export class PresenceModule {}
