/** Which attributes of an assertion mean what here. The first with a value counts. */
export interface AttributeNames {
  readonly fullName: readonly string[];
  readonly address: readonly string[];
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** As Entra ID and AD FS, Shibboleth and SimpleSAMLphp, Okta, Google, Keycloak and authentik name them. */
const USUAL: AttributeNames = {
  address: [
    'email',
    'mail',
    `${CLAIMS}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    'emailAddress',
  ],
  fullName: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'full_name',
    'cn',
    'urn:oid:2.5.4.3',
    'name',
    `${CLAIMS}/name`,
  ],
};

/** The parts of names, where there is no whole one. */
export const GIVEN_NAMES = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`];
export const FAMILY_NAMES = ['sn', 'lastName', 'surname', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`];

const ATTRIBUTE = /^[^\s,=\p{Cc}]{1,200}$/u;

export const isAttributeName = (text: string): boolean => ATTRIBUTE.test(text);

/** The names of a text such as `full_name=displayName, email=mail`; `null`: it is none. */
export function attributeNamesIn(text: string): AttributeNames | null {
  const named: { full_name?: string; email?: string } = {};
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [name = '', attribute = '', ...more] = part.split('=').map((one) => one.trim());
    const isKnown = name === 'full_name' || name === 'email';
    if (!isKnown || more.length > 0 || named[name] !== undefined || !isAttributeName(attribute)) return null;
    named[name] = attribute;
  }
  return {
    fullName: named.full_name === undefined ? USUAL.fullName : [named.full_name],
    address: named.email === undefined ? USUAL.address : [named.email],
  };
}
