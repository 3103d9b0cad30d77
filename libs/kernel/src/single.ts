/**
 * The only item of a list, such as what a batch answers for one question.
 * @throws Error when the list has none or several, which is a defect
 */
export function single<One>(list: readonly One[]): One {
  const [first, second] = list;
  if (first === undefined || second !== undefined) throw new Error(`Expected one item, got ${list.length}.`);
  return first;
}
