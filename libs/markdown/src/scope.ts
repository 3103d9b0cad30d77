import type { StateBlock, StateCore } from 'markdown-it';
import type { ReferenceIndex } from './references';
import type { WorkBudget } from './work-budget';

/** Quotes and lists nest this deep; what is nested deeper stays text. */
const DEEPEST = 16;

/** What links of a text lead to, as far as it is shown. */
export interface MediaFacts {
  hasImage: boolean;
  previewable: readonly string[];
}

/** What a rule knows about the place that it works at, besides the text. */
export interface Scope {
  readonly references: ReferenceIndex;
  readonly work: WorkBudget;
  /** Written by the step that shows what links lead to. */
  readonly media: MediaFacts;
  /** Quotes and list items around this place. */
  readonly depth: number;
  /** Mentions are silent here. */
  readonly insideQuote: boolean;
  /** A paragraph here gets no `<p>`: the text of a list item without blank lines around it. */
  readonly tight: boolean;
}

export function scopeOf(state: StateBlock | StateCore): Scope {
  return state.env.scope as Scope;
}

export function mayNest(state: StateBlock): boolean {
  return scopeOf(state).depth < DEEPEST;
}

/** Parses `text` as the content of the block whose opening token was pushed last. */
export function parseInside(state: StateBlock, text: string, changes: Partial<Scope> = {}): void {
  const outer = scopeOf(state);
  outer.work.spend(text.length);
  const scope: Scope = { ...outer, tight: false, ...changes, depth: outer.depth + 1 };
  state.md.block.parse(text, state.md, { scope }, state.tokens);
}
