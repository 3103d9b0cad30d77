/** The context of logins: company logins and second factors. Other contexts import only this file. */
export { SignInModule } from './sign-in.module';
export { Providers } from './providers/providers.service';
export type { ProviderOptions } from './providers/provider-options';
export { LostFactors } from './second-factors/lost-factors.service';
