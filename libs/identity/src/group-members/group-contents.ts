/** The errors for invalid additions and removals. */
interface Complaints {
  isThereAlready(id: number): Error;
  isNotThere(id: number): Error;
}

/** The new list of ids, ascending, with the added and removed ones. */
export interface ChangedContents<Id extends number> {
  readonly ids: Id[];
  readonly added: Id[];
  readonly removed: Id[];
}

/**
 * Adds first and then removes. Repeated ids count once.
 * @throws what `complaints` makes of the first that is there already, or that is not there
 */
export function changedContents<Id extends number>(
  present: readonly Id[],
  add: readonly Id[],
  remove: readonly Id[],
  complaints: Complaints,
): ChangedContents<Id> {
  const ids = new Set(present);
  const added = unique(add);
  for (const id of added) {
    if (ids.has(id)) throw complaints.isThereAlready(id);
    ids.add(id);
  }
  const removed = unique(remove);
  for (const id of removed) if (!ids.delete(id)) throw complaints.isNotThere(id);
  return { ids: unique([...ids]), added, removed };
}

const unique = <Id extends number>(ids: readonly Id[]): Id[] => [...new Set(ids)].sort((one, other) => one - other);
