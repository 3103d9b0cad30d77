import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { GroupLinksModule } from '../group-links/group-links.module';
import { ProvidersModule } from '../providers/providers.module';
import { LinkExplanations } from './link-explanations.service';
import { PreviewsController } from './previews.controller';
import { Previews } from './previews.service';

/** What people of providers would become, and why accounts are what they are. */
@Module({
  imports: [IdentityModule, AccountsModule, GroupLinksModule, ProvidersModule],
  controllers: [PreviewsController],
  providers: [LinkExplanations, Previews],
})
export class PreviewsModule {}
