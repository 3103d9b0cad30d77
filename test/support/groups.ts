import type { ApiResponse, Body, Parameters, Person } from './person';

/** A user group in the form of the interface. */
export type Group = Record<string, unknown> & {
  id: number;
  name: string;
  members: number[];
  direct_subgroup_ids: number[];
  deactivated: boolean;
};

/** Creates a group of those users; returns its id. */
export async function makeGroup(
  by: Person,
  name: string,
  members: readonly Person[] = [],
  parameters: Parameters = {},
): Promise<number> {
  const group = { name, description: `about ${name}`, members: members.map(({ id }) => id), ...parameters };
  return (await by.ok('POST', 'user_groups/create', group)).group_id as number;
}

export const groupsSeenBy = async (person: Person, parameters: Parameters = {}): Promise<Group[]> =>
  (await person.ok('GET', 'user_groups', parameters)).user_groups as Group[];

/** A group, active or not, as the user sees it. */
export async function groupSeenBy(person: Person, id: number): Promise<Group> {
  const found = (await groupsSeenBy(person, { include_deactivated_groups: true })).find((group) => group.id === id);
  if (!found) throw new Error(`There is no group ${id}.`);
  return found;
}

/** An explicit set of users and groups. */
export const setOf = (members: readonly Person[], groups: readonly number[] = []) => ({
  direct_members: members.map(({ id }) => id),
  direct_subgroups: [...groups],
});

export const membersOf = async (person: Person, id: number, parameters: Parameters = {}): Promise<number[]> =>
  (await person.ok('GET', `user_groups/${id}/members`, parameters)).members as number[];

/** The content of a refusal: its status, its code and other fields except the message. */
export function refusal({ status, body }: ApiResponse): Record<string, unknown> {
  const { result, msg: _, ...rest } = body as Body;
  return { status, result, ...rest };
}

export const BAD_REQUEST = { status: 400, result: 'error', code: 'BAD_REQUEST' };
