import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../audit/audit.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { PicturesModule } from '../pictures/pictures.module';
import { RecordsModule } from '../records/records.module';
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
    AccountsModule,
    AuditModule,
    OrganizationsModule,
    PermissionsModule,
    PicturesModule,
    RecordsModule,
  ],
  controllers: [CustomEmojiController],
  providers: [CustomEmoji, CustomEmojiClientEvents, CustomEmojiRepository, EmojiChoices],
  exports: [CustomEmoji, EmojiChoices],
})
export class EmojiModule {}
