import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { PushStatusController } from './status.controller';
import { PushStatusRepository } from './status.repository';
import { PushOverview } from './status.service';

/** How notifications on phones of an organization do. */
@Module({
  imports: [IdentityModule],
  controllers: [PushStatusController],
  providers: [PushStatusRepository, PushOverview],
})
export class StatusModule {}
