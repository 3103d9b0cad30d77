/** The id that a path names; what cannot be one is that of no field: 0. */
export function profileFieldIdIn(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}
