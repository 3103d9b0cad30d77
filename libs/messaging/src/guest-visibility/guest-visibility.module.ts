import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { GuestVisibilityChanges } from './guest-visibility-changes.service';
import { GuestVisibilityEventHandlers } from './guest-visibility.event-handlers';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [GuestVisibilityChanges, GuestVisibilityEventHandlers],
  exports: [GuestVisibilityChanges],
})
export class GuestVisibilityModule {}
