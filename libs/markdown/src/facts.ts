import type { Token } from 'markdown-it';
import type { Fact } from './fact';
import { inlineOf } from './inline/inline-token';

/** In the order of the text. */
export function factsOf(tokens: readonly Token[]): Fact[] {
  const facts: Fact[] = [];
  for (const token of tokens) {
    for (const { fact } of inlineOf(token)) if (fact) facts.push(fact);
  }
  return facts;
}
