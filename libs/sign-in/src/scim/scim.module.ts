import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ProvidersModule } from '../providers/providers.module';
import { ScimClientRepository } from './scim-client.repository';
import { ScimDiscoveryController } from './scim-discovery.controller';
import { ScimGroupChanges } from './scim-group-changes.service';
import { ScimGroupsController } from './scim-groups.controller';
import { ScimGroups } from './scim-groups.service';
import { ScimObjectRepository } from './scim-object.repository';
import { ScimAccess } from './scim-requests.http';
import { ScimTokensController } from './scim-tokens.controller';
import { ScimTokens } from './scim-tokens.service';
import { ScimUserChanges } from './scim-user-changes.service';
import { ScimUsersController } from './scim-users.controller';
import { ScimUsers } from './scim-users.service';

/** Users and groups that companies write by SCIM 2.0 (RFC 7643, RFC 7644). */
@Module({
  imports: [IdentityModule, AccountsModule, ProvidersModule],
  controllers: [ScimDiscoveryController, ScimGroupsController, ScimTokensController, ScimUsersController],
  providers: [
    ScimAccess,
    ScimClientRepository,
    ScimGroupChanges,
    ScimGroups,
    ScimObjectRepository,
    ScimTokens,
    ScimUserChanges,
    ScimUsers,
  ],
})
export class ScimModule {}
