/** The next of these elements behind, or before, one that need not be among them. All are in the order of the page. */
export function nextTo<T extends Element>(from: Element, all: readonly T[], step: 1 | -1): T | undefined {
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const isOnSide = (one: T): boolean => (from.compareDocumentPosition(one) & side) !== 0;
  return step > 0 ? all.find(isOnSide) : all.findLast(isOnSide);
}
