/** Something that can be found by its name. */
export interface Candidate {
  /** Names it among all, such as `u7` for a user. */
  readonly key: string;
  readonly name: string;
  /** Tells it from others of the same name. */
  readonly address?: string;
}
export type Named<C extends Candidate> = C & { readonly label: string };

/** Each with a label that no other has: its name, with the address where several have the name. */
export function labelled<C extends Candidate>(candidates: readonly C[]): Named<C>[] {
  const counts = new Map<string, number>();
  for (const { name } of candidates) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  return candidates.map((one) => {
    const isUnique = counts.get(folded(one.name)) === 1 || one.address === undefined;
    return { ...one, label: isUnique ? one.name : `${one.name} <${one.address}>` };
  });
}

/** `several`: the name alone does not say which one is meant; `beginnings`: several names begin so. */
export type Problem = 'none' | 'several' | 'beginnings';
export type LookedUp<C> = { readonly found: readonly C[] } | { readonly problem: Problem; readonly text: string };

/**
 * @param text a label, a name or its beginning, or an address; or many of them separated by commas, semicolons or lines
 */
export function lookUp<C extends Candidate>(text: string, candidates: readonly Named<C>[]): LookedUp<Named<C>> {
  const whole = lookUpOne(text.trim(), candidates);
  if ('found' in whole) return whole;
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length < 2) return whole;
  const answers = parts.map((part) => lookUpOne(part, candidates));
  const problem = answers.find((answer) => 'problem' in answer);
  return problem ?? { found: answers.flatMap((answer) => ('found' in answer ? answer.found : [])) };
}

function lookUpOne<C extends Candidate>(text: string, candidates: readonly Named<C>[]): LookedUp<Named<C>> {
  const wanted = folded(text);
  const exact = candidates.find(({ label, address }) =>
    [label, address].some((one) => one !== undefined && folded(one) === wanted),
  );
  if (exact) return { found: [exact] };
  // The beginning is enough where nothing else begins so.
  const [beginning, another] = wanted === '' ? [] : candidates.filter(({ label }) => folded(label).startsWith(wanted));
  if (beginning && !another) return { found: [beginning] };
  if (candidates.some(({ name }) => folded(name) === wanted)) return { problem: 'several', text };
  return { problem: another ? 'beginnings' : 'none', text };
}

const folded = (text: string): string => text.toLowerCase();
