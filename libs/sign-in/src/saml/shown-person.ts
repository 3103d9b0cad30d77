import { PersonIsNotFound } from '../accounts/account.errors';
import type { ExternalPerson } from '../accounts/external-person';
import { isNameId } from './protocol/assertion';
import { personIn } from './saml-person';
import { formatOf, SamlProvider } from './saml-settings';

type Claims = Readonly<Record<string, unknown>>;

/** Beside the attributes, by the name that it has in an assertion. */
const NAME_ID = 'NameID';

/**
 * The person whom an assertion with these attributes would name.
 * @throws PersonIsNotFound
 */
export function shownPersonOf(provider: SamlProvider, claims: Claims | null): ExternalPerson {
  if (!claims) throw new PersonIsNotFound('claims: the attributes of the person and NameID, as JSON');
  const { [NAME_ID]: value = 'a new person', ...given } = claims;
  if (typeof value !== 'string' || !isNameId(value))
    throw new PersonIsNotFound('NameID is none that a provider may use');
  const attributes = new Map(Object.entries(given).map(([name, values]) => [name, textsIn(name, values)]));
  const nameId = { value, format: formatOf(provider), nameQualifier: null, spNameQualifier: null };
  return personIn(provider.settings, { nameId, attributes });
}

/** @throws PersonIsNotFound */
function textsIn(name: string, given: unknown): string[] {
  const texts: unknown[] = [given].flat();
  if (!texts.every((one) => typeof one === 'string'))
    throw new PersonIsNotFound(`${name} is no text and no list of texts`);
  return texts;
}
