import sanitizeHtml from 'sanitize-html';

interface ReadElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const VOID = new Set(['br', 'hr']);

/** What each element may carry, told independently of the sanitizer's own list. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    class: /^(?:stream|stream-topic|message-link)$/,
    'data-stream-id': /^\d+$/,
    href: /^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|\/(?![/\\]))[^\p{Cc} ]*$/iu,
    title: /^[^\n]*$/,
  },
  div: { class: /^codehilite$/, 'data-code-language': /^[\w+\-./# ]+$/ },
  ol: { start: /^\d+$/ },
  span: {
    class: /^(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?$/,
    'data-user-group-id': /^\d+$/,
    'data-user-id': /^(?:\d+|\*)$/,
  },
  ...Object.fromEntries(
    'blockquote br code del em h1 h2 h3 h4 h5 h6 hr li p pre strong ul'.split(' ').map((tag) => [tag, {}]),
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
  const allowed = ALLOWED[tag];
  if (!allowed) return [`<${tag}> is not allowed`];
  const names = Object.keys(attributes);
  const order = names.join() === [...names].sort().join() ? [] : [`attributes of <${tag}> are not in order`];
  return Object.entries(attributes)
    .filter(([name, value]) => !allowed[name]?.test(value))
    .map(([name, value]) => `<${tag} ${name}="${value}"> is not allowed`)
    .concat(order);
}
