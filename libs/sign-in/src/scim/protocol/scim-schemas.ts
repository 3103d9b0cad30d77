import { Attribute, Attributes, GROUP_ATTRIBUTES, GROUP_SCHEMA, USER_ATTRIBUTES, USER_SCHEMA } from './scim-attributes';
import type { Described } from './scim-filter-match';
import { MAX_IN_LIST } from './scim-list';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** What this server can do (RFC 7643 section 5). */
export const serviceProviderConfig = (base: string): Described => ({
  schemas: [CONFIG_SCHEMA],
  documentationUri: `${base}/help/company-login`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_IN_LIST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that the operator makes with "parley scim token create"',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/scim/v2/ServiceProviderConfig` },
});

/** The kinds of resources (RFC 7643 section 6). */
export const resourceTypes = (base: string): Described[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [TYPE_SCHEMA],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? USER_SCHEMA : GROUP_SCHEMA,
    meta: { resourceType: 'ResourceType', location: `${base}/scim/v2/ResourceTypes/${name}` },
  }));

/** The attributes that count here (RFC 7643 section 7). */
export const schemas = (base: string): Described[] => [
  schemaOf(USER_SCHEMA, 'User', USER_ATTRIBUTES, base),
  schemaOf(GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES, base),
];

const REQUIRED = { User: 'userName', Group: 'displayName' } as const;

const schemaOf = (id: string, name: 'User' | 'Group', attributes: Attributes, base: string): Described => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  attributes: [...attributes.values()]
    .filter(({ type }) => type !== 'foreign' && type !== 'fixed')
    .map((attribute) => ({
      ...characteristics(attribute),
      required: attribute.name === REQUIRED[name],
      uniqueness: attribute.name === REQUIRED[name] ? 'server' : 'none',
    })),
  meta: { resourceType: 'Schema', location: `${base}/scim/v2/Schemas/${id}` },
});

const characteristics = ({ name, type, parts, isExact }: Attribute): Described => ({
  name,
  type: type === 'complex' || type === 'multi' ? 'complex' : type,
  multiValued: type === 'multi',
  caseExact: isExact,
  mutability: 'readWrite',
  returned: 'default',
  ...(parts.length > 0 && { subAttributes: parts.map(partCharacteristics) }),
});

const partCharacteristics = (name: string): Described => ({
  name,
  type: name === 'primary' ? 'boolean' : name === '$ref' ? 'reference' : 'string',
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
});
