/** What a user wants stored. */
export interface RequestedChange {
  /** As the server is told. */
  readonly value: unknown;
  /** What was stored when the user chose. */
  readonly instead: unknown;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether something is stored that is neither what was requested nor what was there before. @param requestFor see `useSaving` */
export const wasReplaced = (
  { value, instead }: RequestedChange,
  stored: unknown,
  requestFor: (stored: unknown) => unknown,
): boolean => !isSame(stored, instead) && !isSame(canonical(requestFor(stored)), canonical(value));

/** The server trims texts, sorts sets, and keeps a set of one group as that group. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return [...(value as unknown[])].sort();
  if (typeof value !== 'object' || value === null) return value;
  const { direct_members: users, direct_subgroups: groups } = value as Partial<Record<string, unknown[]>>;
  if (!users || !groups) return Object.entries(value).sort();
  return users.length === 0 && groups.length === 1 ? groups[0] : [[...users].sort(), [...groups].sort()];
}
