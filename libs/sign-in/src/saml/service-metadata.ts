import type { ServiceAddresses } from './saml-settings';

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings';

export interface ServiceDescription extends ServiceAddresses {
  /** Of the keys that sign what this server says, now or soon, as PEM. Empty: it signs nothing. */
  readonly certificates: readonly string[];
  /** What people are named by; `null`: the provider decides. */
  readonly nameIdFormat: string | null;
}

/**
 * What this server says of itself to a provider. It names no key for encryption: assertions come through TLS, and
 * encrypted ones are not read.
 */
export function serviceMetadata({
  entityId,
  consumer,
  logout,
  certificates,
  nameIdFormat,
}: ServiceDescription): string {
  const keys = certificates.map(keyDescriptor).join('');
  const logouts = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) => `    <md:SingleLogoutService Binding="${BINDINGS}:${binding}" Location="${escaped(logout)}"/>\n`,
  );
  const format = nameIdFormat === null ? '' : `    <md:NameIDFormat>${escaped(nameIdFormat)}</md:NameIDFormat>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${certificates.length > 0}" WantAssertionsSigned="true">
${keys}${logouts.join('')}${format}    <md:AssertionConsumerService Binding="${BINDINGS}:HTTP-POST" Location="${escaped(consumer)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}

function keyDescriptor(pem: string): string {
  const base64 = pem.replace(/-----[A-Z ]+-----|\s+/g, '');
  return `    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
