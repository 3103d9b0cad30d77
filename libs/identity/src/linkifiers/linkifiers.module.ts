import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { LinkifierRepository } from './linkifier.repository';
import { LinkifierClientEvents } from './linkifiers.client-events';
import { LinkifiersController } from './linkifiers.controller';
import { Linkifiers } from './linkifiers.service';
import { LinkifierEntity } from './linkifier.entity';

@Module({
  imports: [TypeOrmModule.forFeature([LinkifierEntity]), RealtimeModule, UsersModule, AuditModule, RecordsModule],
  controllers: [LinkifiersController],
  providers: [LinkifierClientEvents, LinkifierRepository, Linkifiers],
  exports: [Linkifiers],
})
export class LinkifiersModule {}
