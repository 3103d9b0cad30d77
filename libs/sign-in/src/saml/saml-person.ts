import { ExternalPerson, fullNameIn, groupsIn, roleIn } from '../accounts/external-person';
import { attributeNamesIn, FAMILY_NAMES, GIVEN_NAMES } from './attribute-names';
import type { Assertion } from './protocol/assertion';
import type { SamlSettings } from './saml-settings';

const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
/** Entra ID gives a link in the place of very many groups. */
const GROUPS_ARE_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link';
const LONGEST_ADDRESS = 254;

type Read = Pick<SamlSettings, 'attribute_map' | 'groups_claim' | 'role_claim'>;

/**
 * The person whom an assertion describes. The provider signs what it says, and an owner has chosen it: an address that
 * it names counts as verified.
 */
export function personIn(
  settings: Read,
  { nameId, attributes }: Pick<Assertion, 'nameId' | 'attributes'>,
): ExternalPerson {
  const names = attributeNamesIn(settings.attribute_map)!;
  const first = (wanted: readonly string[]): string | undefined =>
    wanted.flatMap((name) => attributes.get(name) ?? []).find((value) => value.trim() !== '');
  const address = first(names.address) ?? (nameId.format === EMAIL_ADDRESS ? nameId.value : undefined);
  const given = address !== undefined && address.length <= LONGEST_ADDRESS ? address.trim() : null;
  const parts = [first(GIVEN_NAMES), first(FAMILY_NAMES)].filter((part) => part !== undefined);
  const { groups_claim: groupsClaim, role_claim: roleClaim } = settings;
  return {
    subject: nameId.value,
    address: given,
    isVerified: given !== null,
    fullName: fullNameIn([first(names.fullName), parts.join(' ')], given),
    role: roleClaim === null ? null : roleIn(attributes.get(roleClaim)),
    groups: groupsClaim === null ? null : groupsOf(attributes, groupsClaim),
    fields: new Map([...names.fields].map(([field, name]) => [field, first([name])?.trim() ?? null])),
  };
}

/** A person in no group has no such attribute: SAML does not write empty ones. */
function groupsOf(attributes: Assertion['attributes'], claim: string): readonly string[] | null {
  if (!attributes.has(claim) && attributes.has(GROUPS_ARE_ELSEWHERE)) return null;
  return groupsIn((attributes.get(claim) ?? []).map((one) => one.trim()).filter((one) => one !== ''));
}
