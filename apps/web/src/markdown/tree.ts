/** An element of HTML, without the page that it is in. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly Piece[];
}

/** A text, or an element. */
export type Piece = string | Tag;

export const isTag = (piece: Piece): piece is Tag => typeof piece !== 'string';

export const hasClass = ({ attributes }: Tag, name: string): boolean =>
  (attributes.class ?? '').split(/\s+/).includes(name);

export const textOf = (piece: Piece): string => (isTag(piece) ? piece.children.map(textOf).join('') : piece);

/** The first element of this kind, from the outside in. */
export function find(pieces: readonly Piece[], isSought: (tag: Tag) => boolean): Tag | undefined {
  for (const piece of pieces.filter(isTag)) {
    const found = isSought(piece) ? piece : find(piece.children, isSought);
    if (found) return found;
  }
  return undefined;
}

/** The elements of this kind, without those in them. */
export function findAll(pieces: readonly Piece[], isSought: (tag: Tag) => boolean): Tag[] {
  return pieces.filter(isTag).flatMap((tag) => (isSought(tag) ? [tag] : findAll(tag.children, isSought)));
}

/** What a page or a fragment holds. */
export function piecesOf(node: Node): Piece[] {
  return [...node.childNodes].flatMap((child): Piece[] => {
    if (child instanceof Text) return [child.data];
    if (!(child instanceof Element)) return [];
    return [{ name: child.localName, attributes: attributesOf(child), children: piecesOf(child) }];
  });
}

export const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
