import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';

/** Who the people of a provider are here. */
@Module({ imports: [IdentityModule, ProvidersModule] })
export class AccountsModule {}
