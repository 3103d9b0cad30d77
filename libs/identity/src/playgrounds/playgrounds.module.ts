import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { CodePlaygroundRepository } from './code-playground.repository';
import { CodePlaygroundClientEvents } from './code-playgrounds.client-events';
import { CodePlaygroundsController } from './code-playgrounds.controller';
import { CodePlaygrounds } from './code-playgrounds.service';
import { CodePlaygroundEntity } from './code-playground.entity';

@Module({
  imports: [TypeOrmModule.forFeature([CodePlaygroundEntity]), RealtimeModule, UsersModule, AuditModule],
  controllers: [CodePlaygroundsController],
  providers: [CodePlaygroundClientEvents, CodePlaygroundRepository, CodePlaygrounds],
})
export class PlaygroundsModule {}
