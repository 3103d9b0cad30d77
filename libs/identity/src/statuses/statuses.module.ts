import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EmojiModule } from '../emoji/emoji.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { PersonalSettingsModule } from '../personal-settings/personal-settings.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { UsersModule } from '../users/users.module';
import { UserStatusClientEvents } from './user-status.client-events';
import { UserStatusEventHandlers } from './user-status.event-handlers';
import { UserStatusRepository } from './user-status.repository';
import { UserStatusesController } from './user-statuses.controller';
import { UserStatuses } from './user-statuses.service';
import { UserStatusesSnapshot } from './user-statuses.snapshot';
import { UserStatusEntity } from './user-status.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([UserStatusEntity]),
    RealtimeModule,
    AuditModule,
    EmojiModule,
    GuestVisibilityModule,
    PersonalSettingsModule,
    ProfilesModule,
    UsersModule,
  ],
  controllers: [UserStatusesController],
  providers: [
    UserStatusClientEvents,
    UserStatusEventHandlers,
    UserStatusRepository,
    UserStatuses,
    UserStatusesSnapshot,
  ],
  exports: [UserStatusClientEvents, UserStatuses],
})
export class StatusesModule {}
