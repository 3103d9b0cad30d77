import type { Token } from 'markdown-it';

/** What an inline token says besides its HTML. Silent mentions say nothing. */
export type Fact =
  | { readonly kind: 'user mention'; readonly userId: number }
  | { readonly kind: 'group mention'; readonly groupId: number }
  | { readonly kind: 'channel mention' }
  | { readonly kind: 'topic mention' }
  | { readonly kind: 'channel link' }
  | { readonly kind: 'link'; readonly address: string };

export function factsOf(tokens: readonly Token[]): Fact[] {
  return tokens
    .flatMap((token) => token.children ?? [])
    .map((token) => token.meta?.fact as Fact | undefined)
    .filter((fact) => fact !== undefined);
}
