import { isHarmlessStyle } from './style-policy';

/** Decides about the decoded value of an attribute. */
type Check = (value: string) => boolean;

interface ElementPolicy {
  readonly attributes: Readonly<Record<string, Check>>;
  /** Matches each class that the element may have. */
  readonly classes?: RegExp;
  readonly isVoid?: boolean;
}

const anyText: Check = () => true;
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value);
const oneOf = (...values: string[]): Check => matches(new RegExp(`^(?:${values.join('|')})$`));
const styleOf =
  (element: string): Check =>
  (value) =>
    isHarmlessStyle(element, value);

/** Every other scheme may start a program or run a script on the reader's side. */
const address = matches(/^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|user_uploads\/|\/(?![/\\]))[^\p{Cc} ]*$/iu);
const mediaAddress = matches(/^(?:https?:\/\/|user_uploads\/|\/(?![/\\]))[^\p{Cc} ]*$/iu);
const number = matches(/^\d{1,15}$/);
const isTrue = oneOf('true');
/** The id of a video, or the frame of another site's, spelled as we spell it. */
const embed = matches(
  /^(?:[\w-]{1,64}|<iframe src="https:\/\/[^"<>\s]+"(?: (?:width|height)="\d{1,5}")* frameborder="0" allowfullscreen><\/iframe>)$/,
);

/** Values of what KaTeX writes: none of these attributes loads, links or runs anything. */
const formulaValue = matches(/^[^<>"&]{0,20000}$/);
const FORMULA_ATTRIBUTES =
  'accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form height linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign rowlines rowspacing rspace scriptlevel separator side stretchy voffset width'.split(
    ' ',
  );
const formula: ElementPolicy = {
  attributes: {
    ...Object.fromEntries(FORMULA_ATTRIBUTES.map((name) => [name, formulaValue])),
    encoding: oneOf('application/x-tex'),
    style: styleOf('math'),
    xmlns: oneOf('http://www.w3.org/1998/Math/MathML'),
  },
  classes: /^[a-z][\w-]*$/,
};
const FORMULA_ELEMENTS =
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mtable mtr mtd mlabeledtr';
const cell: ElementPolicy = { attributes: { style: styleOf('td') } };
const picture = {
  'data-animated': isTrue,
  'data-original-content-type': matches(/^[\w.+-]+\/[\w.+-]+$/),
  'data-original-dimensions': matches(/^\d+x\d+$/),
  'data-original-src': mediaAddress,
  'data-transcoded-image': matches(/^[\w.-]+$/),
  src: mediaAddress,
};

const PLAIN = 'blockquote code del em h1 h2 h3 h4 h5 h6 li p pre strong table tbody thead tr ul';

/** All that rendered text may hold. Classes are those that clients know. */
export const ELEMENTS: ReadonlyMap<string, ElementPolicy> = new Map<string, ElementPolicy>([
  ...PLAIN.split(' ').map((name): [string, ElementPolicy] => [name, { attributes: {} }]),
  ...FORMULA_ELEMENTS.split(' ').map((name): [string, ElementPolicy] => [name, formula]),
  ['br', { attributes: {}, isVoid: true }],
  ['hr', { attributes: {}, isVoid: true }],
  [
    'a',
    {
      attributes: { 'data-id': embed, 'data-stream-id': number, href: address, style: styleOf('a'), title: anyText },
      classes: /^(?:message-link|message_embed_image|stream|stream-topic)$/,
    },
  ],
  [
    'audio',
    {
      attributes: {
        controls: oneOf(''),
        'data-original-url': mediaAddress,
        preload: oneOf('metadata'),
        src: mediaAddress,
        title: anyText,
      },
    },
  ],
  [
    'div',
    {
      attributes: { 'aria-hidden': isTrue, 'data-code-language': matches(/^[\w+\-./# ]{1,100}$/) },
      classes:
        /^(?:codehilite|spoiler-(?:block|header|content)|message_inline_(?:image|video)|youtube-video|embed-video|message_embed|message_embed_(?:title|description)|data-container)$/,
    },
  ],
  [
    'img',
    {
      attributes: { ...picture, alt: anyText, title: anyText },
      classes: /^(?:emoji|inline-image|image-loading-placeholder)$/,
      isVoid: true,
    },
  ],
  [
    'line',
    {
      attributes: {
        x1: formulaValue,
        x2: formulaValue,
        y1: formulaValue,
        y2: formulaValue,
        'stroke-width': formulaValue,
      },
    },
  ],
  ['ol', { attributes: { start: number } }],
  ['path', { attributes: { d: formulaValue } }],
  [
    'span',
    {
      attributes: {
        'aria-hidden': isTrue,
        'aria-label': anyText,
        'data-user-group-id': number,
        'data-user-id': matches(/^(?:\d{1,15}|\*)$/),
        role: oneOf('img'),
        style: styleOf('span'),
        title: anyText,
      },
      classes: /^[a-z][\w-]*$/i,
    },
  ],
  [
    'svg',
    {
      attributes: {
        height: formulaValue,
        preserveAspectRatio: formulaValue,
        style: styleOf('svg'),
        viewBox: formulaValue,
        width: formulaValue,
        xmlns: oneOf('http://www.w3.org/2000/svg'),
      },
    },
  ],
  ['td', cell],
  ['th', cell],
  ['time', { attributes: { datetime: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) } }],
  ['video', { attributes: { preload: oneOf('metadata'), src: mediaAddress } }],
]);
