import { find, findAll, hasClass, isTag, Piece, Tag } from './tree';

const isPreview = (tag: Tag): boolean => ['message_inline_image', 'message_embed'].some((name) => hasClass(tag, name));
const isLink = ({ name }: Tag): boolean => name === 'a';

/** Previews go, as the server makes them of the links. A link that only its preview shows stands in its place. */
export function withoutPreviews(pieces: readonly Piece[]): Piece[] {
  const links = findAll(pieces, (tag) => isPreview(tag) || isLink(tag)).filter((tag) => !isPreview(tag));
  return replaced(pieces, new Set(links.map(({ attributes }) => attributes.href)));
}

function replaced(pieces: readonly Piece[], linked: ReadonlySet<string | undefined>): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    if (!isTag(piece)) return [piece];
    if (!isPreview(piece)) return [{ ...piece, children: replaced(piece.children, linked) }];
    const href = find(piece.children, isLink)?.attributes.href;
    if (href === undefined || linked.has(href)) return [];
    const words = /^https?:/.test(href) ? href : (href.split('/').at(-1) ?? href);
    return [{ name: 'p', attributes: {}, children: [{ name: 'a', attributes: { href }, children: [words] }] }];
  });
}
