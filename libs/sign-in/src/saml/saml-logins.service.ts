import { Admissions, Organization, sameSitePath } from '@app/identity';
import type { Admission, LoginResult } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ExternalAccounts } from '../accounts/external-accounts.service';
import type { ExternalPerson } from '../accounts/external-person';
import type { LoginGoal } from '../providers/login-goal';
import { LoginAttempts } from '../providers/login-attempts.service';
import { AttemptIsInvalid } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { SKEW_MS } from './protocol/assertion';
import { SamlClient } from './saml.client';
import { SpInitiatedLogouts } from './sp-initiated-logouts.service';
import { personIn } from './saml-person';
import type { SamlProvider } from './saml-settings';

type Visitor = Pick<Admission, 'browser' | 'former'>;

/** What is kept of a response until the browser comes with its cookie. */
interface KeptResponse {
  readonly person: Omit<ExternalPerson, 'fields'>;
  readonly fields: readonly (readonly [string, string | null])[];
  readonly sid: string | null;
  readonly authenticatedAt: number;
  readonly sealedHint: string | null;
}

/** What a response has led to. */
export type SamlOutcome =
  /** The browser that began the login has to fetch the rest. */
  | { readonly state: string }
  /** The login began at the provider. */
  | { readonly entered: LoginResult; readonly next: string };

/**
 * Logins with SAML. A response comes as a form from another site, without the cookies of this one: it is checked and
 * kept, and the login goes on when the browser shows that it is the one that began.
 */
@Injectable()
export class SamlLogins {
  constructor(
    private readonly providers: Providers,
    private readonly attempts: LoginAttempts,
    private readonly client: SamlClient,
    private readonly logouts: SpInitiatedLogouts,
    private readonly accounts: ExternalAccounts,
    private readonly admissions: Admissions,
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
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const goal = { nonce: null, verifier: null, requestId, next, pad };
    const state = await this.attempts.begin(provider, browser, goal);
    return this.client.loginUrl(organization, provider, { requestId, state, asksAgain });
  }

  /**
   * Takes a response once, on any node.
   * @throws ProviderIsUnknown, ProviderDidNotConfirm, AttemptIsInvalid, and for a login that began at the provider what
   * `ExternalAccounts` and `Admissions` throw
   */
  async receive(
    organization: Organization,
    slug: string,
    { response, relayState }: { response: string; relayState: string },
    visitor: Visitor,
  ): Promise<SamlOutcome> {
    const provider = await this.at(organization, slug);
    const assertion = await this.client.assertionOf(organization, provider, response);
    const person = personIn(provider.settings, assertion);
    const { sessionIndex: sid, authenticatedAt, nameId } = assertion;
    const fields = [...(person.fields ?? [])];
    const answer = { person, fields, sid, authenticatedAt, sealedHint: this.logouts.hintOf(provider, nameId) };
    if (assertion.inResponseTo === null) {
      const until = new Date(assertion.notOnOrAfter + SKEW_MS);
      if (!(await this.attempts.spend(provider, `assertion ${assertion.id}`, until))) throw new AttemptIsInvalid();
      const next = sameSitePath(relayState);
      return { entered: await this.enter(provider, answer, { ...visitor, next, pad: null }), next };
    }
    // A request is answered once, so a response to it needs no other memory.
    const kept = { requestId: assertion.inResponseTo, answer: JSON.stringify(answer) };
    if (!(await this.attempts.answer(provider, relayState, kept))) throw new AttemptIsInvalid();
    return { state: relayState };
  }

  /**
   * Goes on with a login that the provider has answered.
   * @throws ProviderIsUnknown, AttemptIsInvalid, and what `ExternalAccounts` and `Admissions` throw
   */
  async finish(
    organization: Organization,
    slug: string,
    { state, browser }: { state: string; browser: string | null },
    visitor: Visitor,
  ): Promise<{ entered: LoginResult; next: string }> {
    const provider = await this.at(organization, slug);
    const { answer, next, pad } = await this.attempts.take(provider, browser, state);
    if (answer === null) throw new AttemptIsInvalid();
    return { entered: await this.enter(provider, JSON.parse(answer) as KeptResponse, { ...visitor, next, pad }), next };
  }

  private async enter(
    provider: SamlProvider,
    { person, fields, ...origin }: KeptResponse,
    goal: Visitor & Pick<Admission, 'next' | 'pad'>,
  ): Promise<LoginResult> {
    const user = await this.accounts.of(provider, { ...person, fields: new Map(fields) });
    const { subject } = person;
    return this.admissions.enter({
      ...goal,
      user,
      method: 'saml',
      origin: { providerId: provider.id, subject, ...origin },
    });
  }

  private async at({ id }: Organization, slug: string): Promise<SamlProvider> {
    return (await this.providers.inUse(id, 'saml', slug)) as SamlProvider;
  }
}
