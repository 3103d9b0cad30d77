import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { BotsModule } from '../bots/bots.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PicturesModule } from '../pictures/pictures.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RecordsModule } from '../records/records.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { AvatarAddresses } from './avatar-addresses.service';
import { AvatarChanges } from './avatar-changes.service';
import { AvatarSources } from './avatar-sources.service';
import { AvatarRepository } from './avatar.repository';
import { AvatarsController } from './avatars.controller';
import { Avatars } from './avatars.service';
import { PicturesController } from './pictures.controller';

@Module({
  imports: [
    AuditModule,
    BotsModule,
    OrganizationsModule,
    PicturesModule,
    ProfilesModule,
    RecordsModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [AvatarsController, PicturesController],
  providers: [AvatarAddresses, AvatarChanges, AvatarRepository, AvatarSources, Avatars],
  exports: [AvatarSources],
})
export class AvatarsModule {}
