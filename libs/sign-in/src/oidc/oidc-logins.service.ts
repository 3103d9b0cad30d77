import { Admissions, ExternalLogins, Organization } from '@app/identity';
import type { Admission } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ExternalAccounts } from '../accounts/external-accounts.service';
import type { IdentityProvider } from '../providers/identity-provider';
import type { LoginGoal } from '../providers/login-goal';
import { LoginAttempts } from '../providers/login-attempts.service';
import { LogoutTokenIsInvalid, ProviderDidNotConfirm } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { OidcClient } from './oidc.client';
import { OidcLogouts } from './oidc-logouts.service';
import { isSubject, personIn } from './oidc-person';
import type { OidcSettings } from './oidc-settings';

/** What a logout token must say (OpenID Connect Back-Channel Logout, section 2.4). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOKEN_KEPT_MS = 3_600_000;

/** Logins with OpenID Connect, and their end. Nothing here holds a transaction while a provider is asked. */
@Injectable()
export class OidcLogins {
  constructor(
    private readonly providers: Providers,
    private readonly attempts: LoginAttempts,
    private readonly client: OidcClient,
    private readonly logouts: OidcLogouts,
    private readonly accounts: ExternalAccounts,
    private readonly admissions: Admissions,
    private readonly externalLogins: ExternalLogins,
  ) {}

  /**
   * Returns the address of the provider to which the browser goes.
   * @throws ProviderIsUnknown, ProviderDidNotConfirm
   */
  async begin(
    organization: Organization,
    slug: string,
    { browser, next, pad, asksAgain }: LoginGoal & { browser: string },
  ): Promise<string> {
    const provider = await this.at(organization, slug);
    const nonce = randomBytes(32).toString('base64url');
    const verifier = randomBytes(32).toString('base64url');
    const state = await this.attempts.begin(provider, browser, { nonce, verifier, requestId: null, next, pad });
    const redirectUri = callbackOf(organization, slug);
    return this.client.authorizationUrl(provider, { redirectUri, state, nonce, verifier, asksAgain });
  }

  /**
   * Finishes a login with the query that the provider sent the browser back with.
   * @throws ProviderIsUnknown, AttemptIsInvalid, ProviderDidNotConfirm, and what `ExternalAccounts` and `Admissions` throw
   */
  async finish(
    organization: Organization,
    slug: string,
    answer: { query: string; browser: string | null },
    visitor: Pick<Admission, 'browser' | 'former'>,
  ) {
    const provider = await this.at(organization, slug);
    const state = new URLSearchParams(answer.query).get('state') ?? '';
    const { nonce, verifier, next, pad } = await this.attempts.take(provider, answer.browser, state);
    const callback = new URL(`${callbackOf(organization, slug)}?${answer.query}`);
    const { claims, idToken } = await this.client.claimsOf(provider, callback, {
      state,
      nonce: nonce!,
      verifier: verifier!,
    });
    const person = personIn(provider, claims);
    if (!person) throw new ProviderDidNotConfirm(provider.name);
    // The provider may have been switched off while it was asked.
    await this.at(organization, slug);
    const user = await this.accounts.of(provider, person);
    const origin = {
      providerId: provider.id,
      subject: person.subject,
      sid: typeof claims.sid === 'string' ? claims.sid : null,
      authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : Date.now(),
      sealedHint: this.logouts.hintOf(provider, idToken),
    };
    const entered = await this.admissions.enter({ ...visitor, user, method: 'oidc', origin, next, pad });
    return { entered, next };
  }

  /**
   * Ends what came from a login that the provider has ended.
   * @throws ProviderIsUnknown, LogoutTokenIsInvalid also for a token that was used
   */
  async logOut(organization: Organization, slug: string, token: string): Promise<void> {
    const provider = await this.at(organization, slug);
    const { sub, sid, jti, events, nonce } = await this.client.logoutClaims(provider, token);
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events && nonce === undefined;
    const subject = isSubject(sub) ? sub : null;
    const session = isSubject(sid) ? sid : null;
    if (!isLogout || typeof jti !== 'string' || (subject === null && session === null))
      throw new LogoutTokenIsInvalid();
    const isNew = await this.attempts.spend(provider, `jti ${jti}`, new Date(Date.now() + TOKEN_KEPT_MS));
    if (!isNew) throw new LogoutTokenIsInvalid();
    await this.externalLogins.end({ providerId: provider.id, subject, sid: session });
  }

  private async at({ id }: Organization, slug: string): Promise<IdentityProvider<OidcSettings>> {
    return (await this.providers.inUse(id, 'oidc', slug)) as IdentityProvider<OidcSettings>;
  }
}

const callbackOf = ({ url }: Organization, slug: string): string => `${url}/complete/oidc/${slug}`;
