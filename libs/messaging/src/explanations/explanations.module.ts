import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { SendingModule } from '../sending/sending.module';
import { ExplanationsController } from './explanations.controller';
import { Explanations } from './explanations.service';

@Module({
  imports: [IdentityModule, ChannelsContextModule, SendingModule],
  controllers: [ExplanationsController],
  providers: [Explanations],
})
export class ExplanationsModule {}
