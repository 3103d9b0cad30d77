import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ProvidersModule } from '../providers/providers.module';
import { GroupLinkRepository } from './group-link.repository';
import { GroupLinksController } from './group-links.controller';
import { LinkedGroups } from './linked-groups.service';
import { GroupLinks } from './group-links.service';
import { LinkNames } from './link-names.service';
import { LinkedMemberships } from './linked-memberships.service';

/** What the groups of providers mean here. */
@Module({
  imports: [IdentityModule, ChannelsContextModule, AccountsModule, ProvidersModule],
  controllers: [GroupLinksController],
  providers: [GroupLinkRepository, GroupLinks, LinkedGroups, LinkedMemberships, LinkNames],
  exports: [GroupLinks, LinkedMemberships, LinkNames],
})
export class GroupLinksModule {}
