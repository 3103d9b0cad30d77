import sanitizeHtml from 'sanitize-html';

interface ReadElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const VOID = new Set(['br', 'hr']);

/** The one shape whose attributes clients know in another order than the alphabet's. */
const KNOWN_ORDER = 'class,aria-hidden';

/** Formulas are told by what they must not hold: their own shapes are KaTeX's. */
const FORMULA = /^(?:math|semantics|annotation|m[a-z]+|svg|path|line)$/;
const ACTIVE = /^on|^(?:href|src|action|xlink:href|formaction)$|url\(|javascript:|expression/i;

/** What each element may carry, told independently of the sanitizer's own list. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    class: /^(?:stream|stream-topic|message-link)$/,
    'data-stream-id': /^\d+$/,
    href: /^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|\/(?![/\\]))[^\p{Cc} ]*$/iu,
    title: /^[^\n]*$/,
  },
  div: {
    class: /^(?:codehilite|spoiler-(?:block|header|content))$/,
    'data-code-language': /^[\w+\-./# ]+$/,
    'aria-hidden': /^true$/,
  },
  ol: { start: /^\d+$/ },
  span: {
    class:
      /^(?:(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?|timestamp-error|tex-error|(?!user|topic|silent)[\w-]+(?: (?!user|topic|silent)[\w-]+)*)$/,
    'aria-hidden': /^true$/,
    style: /^(?:[a-z-]+:(?:[#\w.%-]+|0 -[\d.]+em);?)+$/,
    'data-user-group-id': /^\d+$/,
    'data-user-id': /^(?:\d+|\*)$/,
  },
  td: { style: /^text-align: (?:left|center|right);$/ },
  th: { style: /^text-align: (?:left|center|right);$/ },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  ...Object.fromEntries(
    'blockquote br code del em h1 h2 h3 h4 h5 h6 hr li p pre strong table tbody thead tr ul'
      .split(' ')
      .map((tag) => [tag, {}]),
  ),
};

/** Lists what a browser must not find in rendered HTML: an HTML parser reads it, nothing is matched in the source. */
export function faultsIn(html: string): string[] {
  const faults: string[] = [];
  let closed = 0;
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (tag, attributes) => faults.push(...faultsOf({ tag, attributes })),
    onCloseTag: (tag, implied) => {
      if (!implied) closed += 1;
      else if (!VOID.has(tag)) faults.push(`<${tag}> is not closed where it should be`);
    },
  });
  const closingTags = html.split('</').length - 1;
  if (closingTags !== closed) faults.push(`${closingTags} closing tags for ${closed} elements`);
  return faults;
}

function faultsOf({ tag, attributes }: ReadElement): string[] {
  if (FORMULA.test(tag)) {
    const active = Object.entries(attributes).filter(([name, value]) => ACTIVE.test(name) || ACTIVE.test(value));
    return active.map(([name, value]) => `<${tag} ${name}="${value}"> is not allowed`);
  }
  const allowed = ALLOWED[tag];
  if (!allowed) return [`<${tag}> is not allowed`];
  const names = Object.keys(attributes);
  const isInOrder = names.join() === KNOWN_ORDER || names.join() === [...names].sort().join();
  const order = isInOrder || attributes.class?.startsWith('katex') ? [] : [`attributes of <${tag}> are not in order`];
  return Object.entries(attributes)
    .filter(([name, value]) => !allowed[name]?.test(value))
    .map(([name, value]) => `<${tag} ${name}="${value}"> is not allowed`)
    .concat(order);
}
