import { Authenticator } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { CredentialAuthenticator } from './credential-authenticator.service';
import { CredentialsModule } from './credentials.module';

/** Global, because it implements a port of `platform`: which account a request's credentials belong to. */
@Global()
@Module({
  imports: [CredentialsModule],
  providers: [{ provide: Authenticator, useClass: CredentialAuthenticator }],
  exports: [Authenticator],
})
export class AuthenticatorModule {}
