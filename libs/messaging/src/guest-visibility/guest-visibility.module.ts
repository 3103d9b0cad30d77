import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { GuestVisibilityChanges } from './guest-visibility-changes.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [GuestVisibilityChanges],
  exports: [GuestVisibilityChanges],
})
export class GuestVisibilityModule {}
