import { GROUP_ATTRIBUTES } from './protocol/scim-attributes';
import { numberIn } from './protocol/scim-resources';
import { Resource, resourceIn } from './protocol/scim-values';
import { invalidValue } from './protocol/scim.errors';

/** A group as a client describes it, checked. */
export interface ScimGroup {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids of users, each once; whether they are the provider's is not known yet. */
  readonly memberIds: readonly number[];
}

const MAX_EXTERNAL_ID = 255;

/** @throws ScimError */
export const groupIn = (body: unknown): ScimGroup => groupOf(resourceIn(body, GROUP_ATTRIBUTES));

/** The group that a resource describes that was read or patched. @throws ScimError */
export function groupOf({ displayName, externalId, members = [] }: Resource): ScimGroup {
  if (typeof displayName !== 'string' || displayName.trim() === '') throw invalidValue('displayName is missing');
  if (typeof externalId === 'string' && externalId.length > MAX_EXTERNAL_ID)
    throw invalidValue(`externalId has ${MAX_EXTERNAL_ID} characters at most`);
  const ids = (members as Resource[]).map(memberIn);
  return {
    displayName: displayName.trim(),
    externalId: typeof externalId === 'string' && externalId !== '' ? externalId : null,
    memberIds: [...new Set(ids)],
  };
}

function memberIn({ value, type }: Resource): number {
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw invalidValue('Groups inside groups are not supported: name their users');
  const text = typeof value === 'string' ? value : '';
  const id = numberIn(text);
  if (id === null) throw invalidValue(`There is no user ${text.slice(0, 50)}`);
  return id;
}
