import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProfilesModule } from '../profiles/profiles.module';
import { MutedUserClientEvents } from './muted-user.client-events';
import { MutedUserRepository } from './muted-user.repository';
import { MutedUsersController } from './muted-users.controller';
import { MutedUsers } from './muted-users.service';
import { MutedUserEntity } from './muted-user.entity';

@Module({
  imports: [TypeOrmModule.forFeature([MutedUserEntity]), RealtimeModule, ProfilesModule],
  controllers: [MutedUsersController],
  providers: [MutedUserClientEvents, MutedUserRepository, MutedUsers],
  exports: [MutedUsers],
})
export class MutedUsersModule {}
