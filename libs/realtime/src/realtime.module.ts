import { Module } from '@nestjs/common';
import { DeliveryModule } from './delivery/delivery.module';
import { EventLogModule } from './event-log/event-log.module';
import { QueuesModule } from './queues/queues.module';
import { RecordsModule } from './records/records.module';
import { RegistrationModule } from './registration/registration.module';

/** The nouns of this context, from the lowest up. */
@Module({
  imports: [RecordsModule, EventLogModule, DeliveryModule, QueuesModule, RegistrationModule],
  exports: [DeliveryModule, EventLogModule, QueuesModule, RegistrationModule],
})
export class RealtimeModule {}
