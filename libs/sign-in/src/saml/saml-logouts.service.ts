import { ExternalLogins, Organization } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { LoginAttempts } from '../providers/login-attempts.service';
import { Providers } from '../providers/providers.service';
import { SKEW_MS } from './protocol/assertion';
import { LOGOUT_AGE_MS, LogoutRequest } from './protocol/logout-request';
import { SamlClient } from './saml.client';
import { LogoutRequestIsInvalid } from './saml.errors';
import type { SamlProvider } from './saml-settings';

/** The end of logins with SAML. */
@Injectable()
export class SamlLogouts {
  constructor(
    private readonly providers: Providers,
    private readonly attempts: LoginAttempts,
    private readonly client: SamlClient,
    private readonly externalLogins: ExternalLogins,
  ) {}

  /**
   * Ends the sessions, keys and queues that a provider asks to end, on all nodes. Returns where the browser goes with the
   * answer; `null`: the provider does not want one.
   * @throws ProviderIsUnknown, LogoutRequestIsInvalid also for a request that was made before
   */
  async logOut(
    organization: Organization,
    slug: string,
    { relayState, ...given }: ({ readonly query: string } | { readonly form: string }) & { relayState: string },
  ): Promise<string | null> {
    const provider = (await this.providers.inUse(organization.id, 'saml', slug)) as SamlProvider;
    const request = await this.client.logoutRequestOf(organization, provider, given);
    const until = new Date(Date.now() + LOGOUT_AGE_MS + 2 * SKEW_MS);
    if (!(await this.attempts.spend(provider, `logout ${request.id}`, until))) throw new LogoutRequestIsInvalid();
    await this.end(provider, request);
    return this.client.logoutAnswerUrl(organization, provider, { request, relayState });
  }

  private async end({ id: providerId }: SamlProvider, { nameId, sessionIndexes }: LogoutRequest): Promise<void> {
    const subject = nameId.value;
    const sessions = sessionIndexes.length === 0 ? [null] : sessionIndexes;
    for (const sid of sessions) await this.externalLogins.end({ providerId, subject, sid });
  }
}
