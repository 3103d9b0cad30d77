/** What a part of a line contributes besides its HTML. Silent mentions contribute nothing. */
export type Fact =
  | { readonly kind: 'user mention'; readonly userId: number }
  | { readonly kind: 'group mention'; readonly groupId: number }
  | { readonly kind: 'channel mention' }
  | { readonly kind: 'topic mention' }
  | { readonly kind: 'channel link' }
  | LinkFact
  /** An upload that is shown in the text. */
  | { readonly kind: 'upload'; readonly pathId: string }
  /** An uploaded image that is shown in the text. */
  | { readonly kind: 'shown image'; readonly pathId: string };

export interface LinkFact {
  readonly kind: 'link';
  /** As in its `href`. */
  readonly address: string;
  /** The text of the link; null when that is only its address. */
  readonly text: string | null;
}
