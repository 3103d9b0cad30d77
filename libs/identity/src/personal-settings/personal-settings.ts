/** The wanted values that differ from the present ones. */
export function changedSettings<T extends object>(present: T, patch: Partial<T>): Partial<T> {
  const changed = Object.entries(patch).filter(([name, value]) => value !== present[name as keyof T]);
  return Object.fromEntries(changed) as Partial<T>;
}
