import MarkdownIt from 'markdown-it';
import type { MarkdownIt as Markdown, Token } from 'markdown-it';
import type { LinkFact } from '../fact';
import { InlineMeta, inlineOf } from '../inline/inline-token';
import { scopeOf } from '../scope';
import { LinkPreviews } from './link-previews';

/** Shows below each block what its links lead to: images, videos and cards. Not in quotes. */
export function previews(md: Markdown): void {
  md.core.ruler.push('previews', (state) => {
    const { references, media } = scopeOf(state);
    const { organization } = references;
    if (!organization?.previewsImages && !organization?.previewsLinks) return;
    const links = state.tokens.filter(isShown).flatMap((token) => linksIn(token).map(({ fact }) => fact));
    if (links.length === 0) return;
    const found = new LinkPreviews(references, organization, links);
    media.previewable = found.previewable;
    state.tokens = withPreviews(state.tokens, found);
    media.hasImage = found.shownImages > 0;
  });
  md.renderer.rules.media = (tokens, index) => tokens[index]!.content;
}

interface LinkPlace {
  readonly fact: LinkFact;
  readonly index: number;
}

function linksIn(token: Token): LinkPlace[] {
  return inlineOf(token).flatMap(({ fact }, index) => (fact?.kind === 'link' ? [{ fact, index }] : []));
}

const isShown = (token: Token): boolean => token.type === 'inline' && !(token.meta as InlineMeta).insideQuote;

/** Below a paragraph or heading, below the table around, or as the last part of the list item around. */
function withPreviews(tokens: readonly Token[], found: LinkPreviews): Token[] {
  const shown: Token[] = [];
  const containers: Token[][] = [];
  let behindNext: Token[] = [];
  let isReplaced = false;
  for (const token of tokens) {
    if (isReplaced) {
      isReplaced = false;
      continue;
    }
    const previous = shown.at(-1);
    if (token.type === 'list_item_close') shown.push(...containers.pop()!);
    const made = isShown(token) ? previewsIn(token, found) : { media: [], replaces: false };
    const [instead] = made.replaces ? made.media : [];
    if (instead && previous?.type === 'paragraph_open') {
      shown.pop();
      shown.push(...made.media);
      instead.meta = token.meta; // what the link says about the text stays true
      isReplaced = true; // up to the end of the paragraph, which is the next token
      continue;
    }
    if (instead && previous?.type === 'list_item_open') {
      previous.meta = { tight: true };
      instead.meta = token.meta;
    } else shown.push(token);

    if (token.type === 'list_item_open' || token.type === 'table_open') containers.push([]);
    else if (token.type === 'table_close') shown.push(...containers.pop()!);
    else if (/^(?:paragraph|heading)_open$/.test(previous?.type ?? '')) behindNext = made.media;
    else if (made.media.length > 0) containers.at(-1)!.push(...made.media);
    else if (behindNext.length > 0) shown.push(...behindNext.splice(0));
  }
  return shown;
}

/** `replaces`: the link is all there is, and only the address of what is shown instead. */
function previewsIn(token: Token, found: LinkPreviews): { media: Token[]; replaces: boolean } {
  const parts = inlineOf(token);
  const links = linksIn(token);
  const media: Token[] = [];
  let replaces = false;
  for (const { fact, index } of links) {
    const preview = found.take(fact);
    if (!preview) continue;
    if (preview.html !== null) media.push(mediaToken(preview.html));
    const label = parts[index + 1];
    if (label && preview.linkText !== null && fact.text === null) label.content = preview.linkText;
    replaces = preview.replacesLink && fact.text === null && index === 0 && parts.length === 3;
  }
  return { media, replaces };
}

function mediaToken(html: string): Token {
  const token = new MarkdownIt.Token('media', '', 0);
  token.content = html;
  return token;
}
