import { Module } from '@nestjs/common';
import { PersonalSettingsModule } from '../personal-settings/personal-settings.module';
import { ZcommandsController } from './zcommands.controller';
import { Zcommands } from './zcommands.service';

@Module({
  imports: [PersonalSettingsModule],
  controllers: [ZcommandsController],
  providers: [Zcommands],
})
export class ZcommandsModule {}
