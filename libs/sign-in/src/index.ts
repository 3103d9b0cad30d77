/** The context of logins: company logins and second factors. Other contexts import only this file. */
export { SignInModule } from './sign-in.module';
export { AddProviderRequest } from './providers/provider.dto';
export { DirectoryRuns } from './directory-runs/directory-runs.service';
export type { RunReport } from './directory-runs/directory-runs.service';
export { GroupLinks } from './group-links/group-links.service';
export { LinkNames } from './group-links/link-names.service';
export { LinkExplanations } from './previews/link-explanations.service';
export { Previews } from './previews/previews.service';
export type { Preview } from './previews/previews.service';
export { isDirectory } from './ldap/directory.client';
export { Providers } from './providers/providers.service';
export type { ListedProvider } from './providers/providers.service';
export type { IdentityProvider, ProviderKindName } from './providers/identity-provider';
export type { ProviderOptions } from './providers/provider-options';
export { addressesOf as samlAddressesOf } from './saml/saml-settings';
export { FactorResets } from './second-factors/factor-resets.service';
export { ScimTokens } from './scim/scim-tokens.service';
