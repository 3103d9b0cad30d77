/** The wanted values that differ from the present ones. */
export function changedSettings<T extends object>(present: T, wish: Partial<T>): Partial<T> {
  const changed = Object.entries(wish).filter(([name, value]) => value !== present[name as keyof T]);
  return Object.fromEntries(changed) as Partial<T>;
}
