import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module';
import { QueuesModule } from '../queues/queues.module';
import { RegisterController } from './register.controller';
import { Registrations } from './registrations.service';
import { SpectatorOrganizations } from './spectator-organizations.service';

@Module({
  imports: [EventLogModule, QueuesModule],
  controllers: [RegisterController],
  providers: [Registrations, SpectatorOrganizations],
  exports: [SpectatorOrganizations],
})
export class RegistrationModule {}
