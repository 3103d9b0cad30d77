import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ProvidersModule } from '../providers/providers.module';
import { DirectoryClient } from './directory.client';
import { DirectoryLogins } from './directory-logins.service';
import { DirectorySearch } from './directory-search.service';
import { LdapKind } from './ldap-kind.service';

/** Logins by the names and passwords of directories. */
@Module({
  imports: [IdentityModule, AccountsModule, ProvidersModule],
  providers: [DirectoryClient, DirectoryLogins, DirectorySearch, LdapKind],
  exports: [DirectoryClient, DirectorySearch],
})
export class LdapModule {}
