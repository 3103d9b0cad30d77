import sanitizeHtml from 'sanitize-html';
import { SCHEMES } from './inline/address';
import { isHarmlessStyle } from './style-policy';

/**
 * Stands for the ampersand of a character reference that is to reach the reader as written (`&copy;`): the sanitizer
 * decodes all others. It can only come from a rendering rule, because no source holds NUL (see `PIECE`).
 */
export const KEPT_AMPERSAND = '\0';

const MATHML =
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mtable mtr mtd mlabeledtr'.split(
    ' ',
  );

const MATHML_ATTRIBUTES = [
  ...[
    'accent',
    'accentunder',
    'columnalign',
    'columnlines',
    'columnspacing',
    'depth',
    'display',
    'displaystyle',
    'encoding',
  ],
  ...[
    'fence',
    'form',
    'height',
    'linebreak',
    'linethickness',
    'lspace',
    'mathbackground',
    'mathcolor',
    'mathsize',
    'mathvariant',
  ],
  ...['maxsize', 'minsize', 'movablelimits', 'notation', 'rowalign', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel'],
  ...['separator', 'side', 'stretchy', 'style', 'voffset', 'width', 'xmlns'],
];

const POLICY: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['a', 'br', 'code', 'del', 'em', 'span', 'strong', 'time'],
    ...MATHML,
    ...['svg', 'path', 'line'],
  ],
  allowedAttributes: {
    ...Object.fromEntries(MATHML.map((tag) => [tag, MATHML_ATTRIBUTES])),
    a: ['data-stream-id', 'href', 'title'],
    div: ['data-code-language', 'aria-hidden'],
    line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
    ol: ['start'],
    path: ['d'],
    span: ['data-user-group-id', 'data-user-id', 'aria-hidden', 'style'],
    svg: ['height', 'preserveAspectRatio', 'style', 'viewBox', 'width', 'xmlns'],
    td: ['style'],
    th: ['style'],
    time: ['datetime'],
  },
  allowedClasses: {
    a: ['message-link', 'stream', 'stream-topic'],
    div: ['codehilite', 'spoiler-block', 'spoiler-content', 'spoiler-header'],
    span: [/^[a-z][\w-]*$/i],
  },
  allowedSchemes: SCHEMES,
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'hr'],
  textFilter: (text) => text.replaceAll(KEPT_AMPERSAND, '&'),
  // The sanitizer's own look at styles would spell them anew.
  parseStyleAttributes: false,
  transformTags: { '*': withoutStrangeStyle },
  parser: { lowerCaseAttributeNames: false },
};

function withoutStrangeStyle(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { style, ...others } = attribs;
  if (style === undefined || isHarmlessStyle(tagName, style)) return { tagName, attribs };
  return { tagName, attribs: others };
}

/**
 * The last step of rendering: whatever the rules before it got wrong, only the elements, attributes, classes and
 * schemes of the list above leave it. The result is spelled as HTML5; sanitize-html spells void elements as XHTML, and
 * since it escapes `<` in text and values, ` />` after their names can be nothing else.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, POLICY).replace(/<(br|hr) \/>/g, '<$1>');
}
