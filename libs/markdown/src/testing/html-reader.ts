import { DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const VOID = /^(?:br|hr|img)$/;

/** Formulas are told by what they must not hold: their own shapes are KaTeX's. */
const FORMULA = /^(?:math|semantics|annotation|m[a-z]+|svg|path|line)$/;
const ACTIVE = /^on|^(?:href|src|action|xlink:href|formaction)$|url\(|javascript:|expression/i;

/** The shapes whose attributes clients know in another order than the alphabet's. */
const KNOWN_ORDERS = /^(?:class,aria-hidden|class,style,aria-hidden|style,aria-hidden)$/;

const ADDRESS = /^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|user_uploads\/|\/(?![/\\]))[^\p{Cc} ]*$/iu;
const MEDIA = /^(?:https?:\/\/|\/(?![/\\])|user_uploads\/)[^\p{Cc} ]*$/iu;
const TEXT = /^[^]*$/;

/** What each element may carry, told independently of the sanitizer's own list. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    class: /^(?:stream|stream-topic|message-link|message_embed_image)$/,
    'data-id':
      /^(?:[\w-]+|<iframe src="https:\/\/[^"<>\s]+"(?: (?:width|height)="\d+")* frameborder="0" allowfullscreen><\/iframe>)$/,
    'data-stream-id': /^\d+$/,
    href: ADDRESS,
    style: /^background-image: url\("(?:https?:\/\/|\/)[^\s"'()\\;]+"\)$/i,
    title: TEXT,
  },
  audio: { controls: /^$/, 'data-original-url': MEDIA, preload: /^metadata$/, src: MEDIA, title: TEXT },
  div: {
    class:
      /^(?:codehilite|spoiler-(?:block|header|content)|message_inline_image(?: message_inline_video)?|(?:youtube|embed)-video message_inline_image|message_embed|message_embed_(?:title|description)|data-container)$/,
    'data-code-language': /^[\w+\-./# ]+$/,
    'aria-hidden': /^true$/,
  },
  img: {
    alt: TEXT,
    class: /^(?:emoji|inline-image|image-loading-placeholder|inline-image image-loading-placeholder)$/,
    'data-animated': /^true$/,
    'data-original-content-type': /^[\w.+-]+\/[\w.+-]+$/,
    'data-original-dimensions': /^\d+x\d+$/,
    'data-original-src': MEDIA,
    'data-transcoded-image': /^\d+x\d+\.webp$/,
    src: MEDIA,
    title: TEXT,
  },
  ol: { start: /^\d+$/ },
  span: {
    'aria-hidden': /^true$/,
    'aria-label': TEXT,
    class:
      /^(?:(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?|timestamp-error|tex-error|emoji emoji-[\da-f]+(?:-[\da-f]+)*|(?!user|topic|silent)[\w-]+(?: (?!user|topic|silent)[\w-]+)*)$/,
    'data-user-group-id': /^\d+$/,
    'data-user-id': /^(?:\d+|\*)$/,
    role: /^img$/,
    style: /^(?:[a-z-]+:(?:[#\w.%-]+|0 -[\d.]+em);?)+$/,
    title: TEXT,
  },
  td: { style: /^text-align: (?:left|center|right);$/ },
  th: { style: /^text-align: (?:left|center|right);$/ },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  video: { preload: /^metadata$/, src: MEDIA },
  ...Object.fromEntries(
    'blockquote br code del em h1 h2 h3 h4 h5 h6 hr li p pre strong table tbody thead tr ul'
      .split(' ')
      .map((tag) => [tag, {}]),
  ),
};

/** Users may write characters that HTML forbids. */
const OF_CHARACTERS = /-in-input-stream$|character-reference/;

/**
 * Lists what a browser must not find in rendered HTML: a parser that follows the standard reads it. Elements that it
 * closes, moves or makes by itself are faults too, so the HTML is balanced.
 */
export function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const fragment = parseFragment(html, { onParseError: ({ code }) => OF_CHARACTERS.test(code) || faults.push(code) });
  const elements = elementsIn(fragment.childNodes);
  faults.push(...elements.flatMap(faultsOf));
  const closed = elements.filter(({ tagName }) => !VOID.test(tagName)).length;
  const tags = html.match(/<[a-z]/gi)?.length ?? 0;
  if (tags !== elements.length) faults.push(`${tags} tags for ${elements.length} elements`);
  const closingTags = html.split('</').length - 1;
  if (closingTags !== closed) faults.push(`${closingTags} closing tags for ${closed} elements`);
  return faults;
}

/** All elements of HTML as a browser reads it, outer ones first. */
function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : commentsIn(node)));
}

function commentsIn(node: Node): never[] {
  if (node.nodeName === '#text') return [];
  throw new Error(`${node.nodeName} in rendered HTML`);
}

function faultsOf({ tagName, attrs }: Element): string[] {
  if (FORMULA.test(tagName)) {
    return attrs
      .filter(({ name, value }) => ACTIVE.test(name) || ACTIVE.test(value))
      .map(({ name, value }) => `<${tagName} ${name}="${value}"> is not allowed`);
  }
  const allowed = ALLOWED[tagName];
  if (!allowed) return [`<${tagName}> is not allowed`];
  const names = attrs.map(({ name }) => name);
  const isInOrder = KNOWN_ORDERS.test(names.join()) || names.join() === [...names].sort().join();
  const order = isInOrder ? [] : [`attributes of <${tagName}> are not in order: ${names.join()}`];
  return attrs
    .filter(({ name, value }) => !allowed[name]?.test(value))
    .map(({ name, value }) => `<${tagName} ${name}="${value}"> is not allowed`)
    .concat(order);
}
