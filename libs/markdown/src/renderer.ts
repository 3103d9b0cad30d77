import MarkdownIt from 'markdown-it';
import { codeFence, indentedCode } from './block/code';
import { fences } from './block/fence';
import { heading } from './block/heading';
import { horizontalRule } from './block/horizontal-rule';
import { list } from './block/list';
import { mathBlock, mathFence } from './block/math-fence';
import { paragraph } from './block/paragraph';
import { quote, quoteFence } from './block/quote';
import { spoiler, spoilerFence } from './block/spoiler';
import { table } from './block/table';
import { RenderingFailed } from './errors';
import type { Fact } from './fact';
import { factsOf } from './facts';
import { htmlOf } from './html';
import { bareLink } from './inline/bare-link';
import { bracketLink } from './inline/bracket-link';
import { channelLink, topicLink } from './inline/channel-link';
import { inlineCode } from './inline/code';
import { emoticon } from './inline/emoticon';
import { entity } from './inline/entity';
import { globalTime } from './inline/global-time';
import { groupMention } from './inline/group-mention';
import { inlineMath } from './inline/inline-math';
import { linkifiers } from './inline/linkifiers';
import { namedEmoji } from './inline/named-emoji';
import { inlineSyntax, outsideLinks } from './inline/passes';
import { bold, boldItalic, italic, strike } from './inline/styles';
import { unicodeEmoji } from './inline/unicode-emoji';
import { userMention } from './inline/user-mention';
import { previews } from './media/previews';
import { pathIdOf } from './media/uploads';
import { ReferenceIndex, References } from './references';
import { sanitize } from './sanitizer';
import type { MediaFacts, Scope } from './scope';
import { WorkBudget } from './work-budget';

/** A hundred times the longest message. */
const LONGEST_HTML = 100 * 10_000;

/** The result of rendering a text, with everything that its parts contribute. */
export interface Rendered {
  /** Safe to show; empty for a text of nothing but white space. */
  html: string;
  /** Ascending, without silent mentions and without mentions of deactivated users. */
  mentionedUserIds: number[];
  /** Ascending, likewise. */
  mentionedGroupIds: number[];
  /** `@**all**` and its synonyms, not silent. */
  mentionsChannel: boolean;
  /** `@**topic**`, not silent. */
  mentionsTopic: boolean;
  /** The text begins with `/me `. */
  isMeMessage: boolean;
  /** Any link, links to channels and topics included. */
  hasLink: boolean;
  /** Addresses of links in the order of the text, each once; without links to channels and topics. */
  links: string[];
  /** An image is shown, in the text or below it. */
  hasImage: boolean;
  /** Path ids of the uploads that it links to or shows, in order, each once. */
  uploads: string[];
  /** Addresses of which a card or an embedded video could be made, in order; none when there are more than 24. */
  previewable: string[];
}

/**
 * The dialect as one list: blocks in the order in which they are tried at a line, then inline syntax in the order of
 * precedence. A new kind of syntax is one more file and one more line here (and its elements in the sanitizer).
 */
const dialect = new MarkdownIt('zero')
  .disable(['paragraph', 'text_join'])
  .use(
    fences(
      codeFence,
      new Map([
        ['quote', quoteFence],
        ['quoted', quoteFence],
        ['spoiler', spoilerFence],
        ['math', mathFence],
      ]),
    ),
  )
  .use(spoiler)
  .use(mathBlock)
  .use(indentedCode)
  .use(heading)
  .use(horizontalRule)
  .use(list)
  .use(quote)
  .use(table)
  .use(paragraph)
  .use(
    inlineSyntax([
      inlineCode,
      boldItalic,
      outsideLinks(userMention),
      inlineMath,
      outsideLinks(topicLink),
      outsideLinks(channelLink),
      globalTime,
      outsideLinks(groupMention),
      outsideLinks(bracketLink),
      outsideLinks(bareLink),
      outsideLinks(linkifiers),
      entity,
      bold,
      italic,
      strike,
      namedEmoji,
      emoticon,
      unicodeEmoji,
    ]),
  )
  .use(previews);

/**
 * Renders a text as the HTML that clients parse (docs/markdown.md). Pure: equal arguments give equal results.
 *
 * @throws RenderingFailed when it takes too much work or the HTML is longer than 1,000,000 characters
 */
export function render(source: string, references: References): Rendered {
  return renderWithin(new WorkBudget(), source, references);
}

/** {@link render} with the account of its work in the caller's hands. */
export function renderWithin(work: WorkBudget, source: string, references: References): Rendered {
  const media: MediaFacts = { hasImage: false, previewable: [] };
  const index = new ReferenceIndex(references);
  const scope: Scope = { references: index, work, media, depth: 0, insideQuote: false, tight: false };
  work.spend(source.length);
  const tokens = dialect.parse(source, { scope });
  const unsafeHtml = htmlOf(tokens, dialect);
  if (unsafeHtml.length > LONGEST_HTML) throw new RenderingFailed();

  const html = sanitize(unsafeHtml.trimEnd());
  return {
    html,
    isMeMessage: source.startsWith('/me ') && html.startsWith('<p>/me '),
    ...summary(factsOf(tokens), media),
  };
}

function summary(
  facts: readonly Fact[],
  { hasImage, previewable }: MediaFacts,
): Omit<Rendered, 'html' | 'isMeMessage'> {
  const linked = facts.filter((fact) => fact.kind === 'link');
  return {
    mentionedUserIds: ascending(facts.flatMap((fact) => (fact.kind === 'user mention' ? [fact.userId] : []))),
    mentionedGroupIds: ascending(facts.flatMap((fact) => (fact.kind === 'group mention' ? [fact.groupId] : []))),
    mentionsChannel: facts.some(({ kind }) => kind === 'channel mention'),
    mentionsTopic: facts.some(({ kind }) => kind === 'topic mention'),
    hasLink: facts.some(({ kind }) => kind === 'link' || kind === 'channel link'),
    links: distinct(linked.map(({ address }) => address)),
    hasImage: hasImage || facts.some(({ kind }) => kind === 'shown image'),
    uploads: distinct(facts.flatMap((fact) => uploadOf(fact) ?? [])),
    previewable: [...previewable],
  };
}

function uploadOf(fact: Fact): string | null {
  if (fact.kind === 'link') return pathIdOf(fact.address);
  return fact.kind === 'upload' || fact.kind === 'shown image' ? fact.pathId : null;
}

function distinct<Value>(values: Value[]): Value[] {
  return values.length < 2 ? values : [...new Set(values)];
}

function ascending(ids: number[]): number[] {
  return distinct(ids).sort((one, other) => one - other);
}
