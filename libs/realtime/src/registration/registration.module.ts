import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module';
import { QueuesModule } from '../queues/queues.module';
import { RegisterController } from './register.controller';
import { Registrations } from './registrations.service';
import { SpectatorEntrance } from './spectator-entrance.service';

@Module({
  imports: [EventLogModule, QueuesModule],
  controllers: [RegisterController],
  providers: [Registrations, SpectatorEntrance],
  exports: [SpectatorEntrance],
})
export class RegistrationModule {}
