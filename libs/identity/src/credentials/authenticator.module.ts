import { Authenticator } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { CredentialAuthenticator } from './credential-authenticator.service';
import { CredentialsModule } from './credentials.module';

/** Answers the question of platform whose credentials a request shows: so it is known everywhere. */
@Global()
@Module({
  imports: [CredentialsModule],
  providers: [{ provide: Authenticator, useClass: CredentialAuthenticator }],
  exports: [Authenticator],
})
export class AuthenticatorModule {}
