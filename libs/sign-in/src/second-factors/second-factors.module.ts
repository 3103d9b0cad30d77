import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';

/** Second factors of accounts, and the second step of logins. */
@Module({ imports: [IdentityModule] })
export class SecondFactorsModule {}
