import { attributeMapIn } from '../accounts/attribute-map';

/** Which attributes of an assertion mean what here. The first with a value counts. */
export interface AttributeNames {
  readonly fullName: readonly string[];
  readonly address: readonly string[];
  /** By the name of the custom profile field. */
  readonly fields: ReadonlyMap<string, string>;
}

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** As Entra ID and AD FS, Shibboleth and SimpleSAMLphp, Okta, Google, Keycloak and authentik name them. */
const USUAL: Omit<AttributeNames, 'fields'> = {
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

/** The names of a text such as `full_name=displayName, email=mail, Job title=title`; `null`: it is none. */
export function attributeNamesIn(text: string): AttributeNames | null {
  const map = attributeMapIn(text, isAttributeName);
  if (!map) return null;
  return {
    fullName: map.fullName === null ? USUAL.fullName : [map.fullName],
    address: map.address === null ? USUAL.address : [map.address],
    fields: map.fields,
  };
}
