import { Config, Log, OutboundExchanges } from '@app/platform';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import * as jose from 'jose';
import * as openid from 'openid-client';
import type { IdentityProvider } from '../providers/identity-provider';
import { LogoutTokenIsInvalid, ProviderDidNotConfirm } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { assertMeantForHere, assertUsable } from './oidc-checks';
import type { Claims } from './oidc-person';
import type { OidcSettings } from './oidc-settings';

type OidcProvider = IdentityProvider<OidcSettings>;

interface Known {
  readonly version: number;
  readonly until: number;
  readonly configuration: openid.Configuration;
  readonly keys: ReturnType<typeof jose.createRemoteJWKSet>;
}

const KNOWN_FOR_MS = 600_000;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Not all providers name the type of their logout tokens. */
const TYPES: readonly (string | undefined)[] = [undefined, 'JWT', 'logout+jwt'];
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Speaks OpenID Connect with providers. Call it outside of transactions: a provider may be slow. */
@Injectable()
export class OidcClient {
  private readonly known = new Map<number, Known>();

  constructor(
    private readonly providers: Providers,
    private readonly exchanges: OutboundExchanges,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /** What the provider says of itself, read anew every ten minutes. @throws ProviderDidNotConfirm */
  describe(provider: OidcProvider): Promise<openid.ServerMetadata> {
    return this.confirmed(provider, async () => (await this.at(provider)).configuration.serverMetadata());
  }

  /** Where the browser goes. @throws ProviderDidNotConfirm */
  authorizationUrl(
    provider: OidcProvider,
    given: { redirectUri: string; state: string; nonce: string; verifier: string; asksAgain: boolean },
  ): Promise<string> {
    return this.confirmed(provider, async () => {
      const { configuration } = await this.at(provider);
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: given.redirectUri,
        scope: `openid ${provider.settings.scopes}`,
        state: given.state,
        nonce: given.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(given.verifier),
        code_challenge_method: 'S256',
        // `max_age` makes the provider say when it asked (OpenID Connect Core, section 3.1.2.1).
        ...(given.asksAgain && { prompt: 'login', max_age: '0' }),
      }).href;
    });
  }

  /** Where the browser ends its login at the provider; `null`: the provider has no such page. @throws ProviderDidNotConfirm */
  logoutUrl(provider: OidcProvider, given: { redirectUri: string; idToken: string | null }): Promise<string | null> {
    return this.confirmed(provider, async () => {
      const { configuration } = await this.at(provider);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return openid.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: given.redirectUri,
        ...(given.idToken === null ? {} : { id_token_hint: given.idToken }),
      }).href;
    });
  }

  /** Exchanges the code of a callback for checked claims, and the token that had them. @throws ProviderDidNotConfirm */
  claimsOf(
    provider: OidcProvider,
    callback: URL,
    expected: { state: string; nonce: string; verifier: string },
  ): Promise<{ claims: Claims; idToken: string }> {
    return this.confirmed(provider, async () => {
      const { configuration } = await this.at(provider);
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      assertMeantForHere(claims, provider.settings.client_id);
      const idToken = tokens.id_token!;
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return { claims, idToken };
      const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { claims: { ...more, ...claims }, idToken };
    });
  }

  /** The claims of a logout token (OpenID Connect Back-Channel Logout). @throws LogoutTokenIsInvalid */
  logoutClaims(provider: OidcProvider, token: string): Promise<jose.JWTPayload> {
    return this.confirmed(
      provider,
      async () => {
        const { keys } = await this.at(provider);
        const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
          issuer: provider.settings.issuer,
          audience: provider.settings.client_id,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          maxTokenAge: '5 minutes',
          requiredClaims: ['iat', 'jti', 'events'],
        });
        if (!TYPES.includes(protectedHeader.typ)) throw new Error(`${protectedHeader.typ} is no logout token`);
        return payload;
      },
      new LogoutTokenIsInvalid(),
    );
  }

  private async at(provider: OidcProvider): Promise<Known> {
    const found = this.known.get(provider.id);
    if (found && found.version === provider.version && found.until > Date.now()) return found;
    const { issuer, client_id: clientId } = provider.settings;
    const secret = await this.providers.secretOf(provider);
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      secret === null ? openid.None() : openid.ClientSecretBasic(secret),
      {
        [openid.customFetch]: this.fetch,
        timeout: 5,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(this.config.ssoAllowsPrivateAddresses ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    assertUsable(configuration.serverMetadata(), issuer);
    const keys = jose.createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri!), {
      [jose.customFetch]: this.fetch as typeof fetch,
      cooldownDuration: 60_000,
    });
    const known = { version: provider.version, until: Date.now() + KNOWN_FOR_MS, configuration, keys };
    this.known.set(provider.id, known);
    return known;
  }

  private readonly fetch: openid.CustomFetch = async (url, { method = 'GET', headers, body }) => {
    const text = body instanceof URLSearchParams ? Buffer.from(body.toString()) : undefined;
    const sent: Record<string, string> = {};
    new Headers(headers).forEach((value, name) => (sent[name] = value));
    if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not asked`);
    const answer = await this.exchanges.ask({ url, method, headers: sent, body: text });
    const type = answer.headers['content-type'];
    const answered: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answered });
  };

  private async confirmed<T>(
    provider: OidcProvider,
    work: () => Promise<T>,
    refusal: DomainError = new ProviderDidNotConfirm(provider.name),
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      const reason = `${(error as Error).message}${cause instanceof Error ? `: ${cause.message}` : ''}`;
      this.log.warn('an identity provider did not confirm', { provider: provider.slug, reason });
      throw refusal;
    }
  }
}
