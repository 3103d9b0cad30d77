import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { GuestVisibilityChanges } from './guest-visibility-changes.service';
import { GuestVisibilityReactions } from './guest-visibility.reactions';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [GuestVisibilityChanges, GuestVisibilityReactions],
  exports: [GuestVisibilityChanges],
})
export class GuestVisibilityModule {}
