/** The id in a path. An invalid id becomes 0, which no field has. */
export function profileFieldIdIn(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}
