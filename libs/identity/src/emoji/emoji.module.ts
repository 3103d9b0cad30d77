import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { PicturesModule } from '../pictures/pictures.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { CustomEmojiClientEvents } from './custom-emoji.client-events';
import { CustomEmojiController } from './custom-emoji.controller';
import { CustomEmojiRepository } from './custom-emoji.repository';
import { CustomEmoji } from './custom-emoji.service';
import { EmojiChoices } from './emoji-choices.service';
import { CustomEmojiEntity } from './custom-emoji.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([CustomEmojiEntity]),
    RealtimeModule,
    AuditModule,
    OrganizationsModule,
    PermissionsModule,
    PicturesModule,
    RecordsModule,
    UsersModule,
  ],
  controllers: [CustomEmojiController],
  providers: [CustomEmoji, CustomEmojiClientEvents, CustomEmojiRepository, EmojiChoices],
  exports: [CustomEmoji, EmojiChoices],
})
export class EmojiModule {}
