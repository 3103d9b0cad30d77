import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactorMailsModule } from '../factor-mails/factor-mails.module';
import { FactorChecks } from './factor-checks.service';
import { FreshAuthentication } from './fresh-authentication.service';
import { LostFactorsController } from './lost-factors.controller';
import { FactorResets } from './factor-resets.service';
import { Passkeys } from './passkeys.service';
import { RecoveryCodeEntity } from './recovery-code.entity';
import { RecoveryCodeRepository } from './recovery-code.repository';
import { RecoveryCodes } from './recovery-codes.service';
import { SecondFactorEntity } from './second-factor.entity';
import { SecondFactorRepository } from './second-factor.repository';
import { SecondFactorsController } from './second-factors.controller';
import { SecondFactors } from './second-factors.service';
import { TotpSecrets } from './totp-secrets.service';

/** Second factors of accounts: authenticator apps, passkeys and recovery codes. */
@Module({
  imports: [TypeOrmModule.forFeature([RecoveryCodeEntity, SecondFactorEntity]), IdentityModule, FactorMailsModule],
  controllers: [SecondFactorsController, LostFactorsController],
  providers: [
    FactorChecks,
    FreshAuthentication,
    FactorResets,
    Passkeys,
    RecoveryCodeRepository,
    RecoveryCodes,
    SecondFactorRepository,
    SecondFactors,
    TotpSecrets,
  ],
  exports: [FactorChecks, FreshAuthentication, FactorResets, Passkeys, RecoveryCodes, SecondFactors, TotpSecrets],
})
export class SecondFactorsModule {}
