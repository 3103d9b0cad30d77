import { Organization } from '@app/identity';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { type CacheProvider, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import type { DomainError } from '@app/kernel';
import { ProviderDidNotConfirm } from '../providers/provider.errors';
import { Providers } from '../providers/providers.service';
import { Assertion, assertionIn, NameId, SKEW_MS } from './protocol/assertion';
import { LogoutRequest, logoutRequestIn } from './protocol/logout-request';
import { postedMessageIn, signedMessageIn } from './protocol/redirect';
import { responseShapeIn } from './protocol/response';
import { XmlIsRefused } from './protocol/xml';
import { LogoutRequestIsInvalid } from './saml.errors';
import { addressesOf, certificatesInForce, formatOf, SamlProvider } from './saml-settings';
import { serviceKeysIn } from './service-key';

/** What is replayed is found in the database, not in the memory of one node. */
const NOTHING_KEPT: CacheProvider = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
};

/** Speaks SAML 2.0. What a message says is taken only from the part that a signature covers. */
@Injectable()
export class SamlClient {
  constructor(
    private readonly providers: Providers,
    private readonly log: Log,
  ) {}

  /** Where the browser goes to log in. @throws ProviderDidNotConfirm */
  loginUrl(
    organization: Organization,
    provider: SamlProvider,
    { requestId, state, asksAgain }: { requestId: string; state: string; asksAgain: boolean },
  ): Promise<string> {
    return this.confirmed(provider, new ProviderDidNotConfirm(provider.name), async () => {
      const saml = await this.speaker(organization, provider, {
        generateUniqueId: () => requestId,
        forceAuthn: asksAgain,
      });
      return saml.getAuthorizeUrlAsync(state, undefined, {});
    });
  }

  /** What the provider has signed, in a response that a form has brought. @throws ProviderDidNotConfirm */
  assertionOf(organization: Organization, provider: SamlProvider, response: string): Promise<Assertion> {
    return this.confirmed(provider, new ProviderDidNotConfirm(provider.name), async () => {
      const { entityId: audience, consumer } = addressesOf(organization, provider.slug);
      const { entity_id: entityId, require_both_signatures: needsBothSignatures } = provider.settings;
      const xml = postedMessageIn(response);
      const shape = responseShapeIn(xml, { entityId, consumer, needsBothSignatures });
      const saml = await this.speaker(organization, provider, {
        wantAuthnResponseSigned: shape.isResponseSigned,
        wantAssertionsSigned: shape.isAssertionSigned,
      });
      const encoded = Buffer.from(xml).toString('base64');
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
      const signed = profile?.getAssertionXml?.();
      if (signed === undefined) throw new XmlIsRefused('no assertion is signed');
      const assertion = assertionIn(signed, { entityId, audience, consumer });
      if (shape.inResponseTo !== null && shape.inResponseTo !== assertion.inResponseTo)
        throw new XmlIsRefused('the response and the assertion answer different requests');
      if (assertion.inResponseTo === null && !provider.settings.idp_initiated)
        throw new XmlIsRefused('it answers no request, and idp_initiated is off');
      return assertion;
    });
  }

  /**
   * A request to end sessions, of a query or of a form.
   * @throws LogoutRequestIsInvalid
   */
  logoutRequestOf(
    organization: Organization,
    provider: SamlProvider,
    given: { readonly query: string } | { readonly form: string },
  ): Promise<LogoutRequest> {
    return this.confirmed(provider, new LogoutRequestIsInvalid(), async () => {
      const expected = {
        entityId: provider.settings.entity_id,
        address: addressesOf(organization, provider.slug).logout,
      };
      if ('query' in given) {
        const xml = signedMessageIn(given.query, 'SAMLRequest', certificatesInForce(provider));
        return logoutRequestIn(xml, expected);
      }
      const xml = postedMessageIn(given.form);
      const request = logoutRequestIn(xml, expected);
      const saml = await this.speaker(organization, provider, {});
      await saml.validatePostRequestAsync({ SAMLRequest: Buffer.from(xml).toString('base64') });
      return request;
    });
  }

  /** Where the browser goes with the answer to a request; `null`: the provider does not say. */
  async logoutAnswerUrl(
    organization: Organization,
    provider: SamlProvider,
    { request, relayState }: { request: LogoutRequest; relayState: string },
  ): Promise<string | null> {
    const { slo_response_url: logoutUrl } = provider.settings;
    if (logoutUrl === null) return null;
    const saml = await this.speaker(organization, provider, { logoutUrl });
    const profile = { ID: request.id, issuer: '', nameID: '', nameIDFormat: '' };
    return saml.getLogoutResponseUrlAsync(profile, relayState, {}, true);
  }

  /** Where the browser goes to end its session at the provider, too; `null`: the provider does not say. */
  async logoutUrl(
    organization: Organization,
    provider: SamlProvider,
    { nameId, sessionIndex }: { nameId: NameId; sessionIndex: string | null },
  ): Promise<string | null> {
    const { slo_url: logoutUrl } = provider.settings;
    if (logoutUrl === null) return null;
    const saml = await this.speaker(organization, provider, { logoutUrl });
    const profile = {
      issuer: '',
      nameID: nameId.value,
      nameIDFormat: nameId.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ...(nameId.nameQualifier === null ? {} : { nameQualifier: nameId.nameQualifier }),
      ...(nameId.spNameQualifier === null ? {} : { spNameQualifier: nameId.spNameQualifier }),
      ...(sessionIndex === null ? {} : { sessionIndex }),
    };
    return saml.getLogoutUrlAsync(profile, '', {});
  }

  private async speaker(organization: Organization, provider: SamlProvider, more: Partial<SamlConfig>): Promise<SAML> {
    const { entityId, consumer } = addressesOf(organization, provider.slug);
    const { sso_url: entryPoint, entity_id: idpIssuer } = provider.settings;
    const idpCert = certificatesInForce(provider).map((one) => one.toString());
    if (idpCert.length === 0) throw new XmlIsRefused('no certificate of the provider is valid at this moment');
    const secret = await this.providers.secretOf(provider);
    const key = secret === null ? null : serviceKeysIn(secret);
    return new SAML({
      callbackUrl: consumer,
      issuer: entityId,
      audience: entityId,
      entryPoint,
      idpIssuer,
      idpCert,
      identifierFormat: formatOf(provider),
      ...(key && { privateKey: key.privateKey }),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      acceptedClockSkewMs: SKEW_MS,
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.never,
      cacheProvider: NOTHING_KEPT,
      ...more,
    });
  }

  private async confirmed<T>(provider: SamlProvider, refusal: DomainError, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const reason = (error as Error).message.slice(0, 500);
      this.log.warn('a message of an identity provider was refused', { provider: provider.slug, reason });
      throw refusal;
    }
  }
}
