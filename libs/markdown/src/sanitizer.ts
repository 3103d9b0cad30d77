import { ELEMENTS } from './policy';

/**
 * A tag exactly as the earlier rules write it: lower-case and camel-case names, one space before each attribute, values
 * in double quotes without `<`, `>` and `"`. All HTML parsers read such a tag in the same way.
 */
const TAG = /<(?:\/([a-z][a-z\d]*)|([a-z][a-z\d]*)((?: [a-zA-Z][\w:-]*(?:="[^"<>\0]*")?)*))>/y;
const ATTRIBUTE = / ([a-zA-Z][\w:-]*)(?:="([^"]*)")?/g;
const REFERENCE = /&(?:amp|lt|gt|quot|#10|#39|#x27);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' },
  ...{ '&#10;': '\n', '&#39;': "'", '&#x27;': "'" },
};

/** Elements whose content browsers do not parse as HTML. The content is removed with them. */
const OPAQUE = /^(?:script|style|textarea|title|xmp|noscript|noembed|noframes|iframe|template|plaintext)$/;

/** Opening tags that were found good, as they are written: most texts have the same few. */
const goodTags = new Set<string>();
const MAX_GOOD_TAGS = 5_000;
const LONGEST_GOOD_TAG = 120;

/**
 * The last step of rendering. Its result contains only elements, attributes, classes, styles and addresses of the
 * policy, balanced, whatever errors earlier rules made. It copies what has exactly the expected form. Any other `<`
 * becomes text, and unknown tags and attributes are removed.
 */
export function sanitize(unsafe: string): string {
  const html = unsafe.includes('\0') ? unsafe.replaceAll('\0', '\uFFFD') : unsafe;
  const open: string[] = [];
  let safe = '';
  let from = 0;
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', from)) {
    safe += html.slice(from, start);
    TAG.lastIndex = start;
    const tag = TAG.exec(html);
    if (!tag) {
      safe += '&lt;';
      from = start + 1;
      continue;
    }
    from = TAG.lastIndex;
    const [written, closed, opened = '', attributes = ''] = tag;
    if (closed !== undefined) {
      if (open.at(-1) !== closed) continue;
      open.pop();
      safe += written;
      continue;
    }
    const element = ELEMENTS.get(opened);
    if (!element) {
      if (OPAQUE.test(opened)) from = endOf(html, opened, from);
      continue;
    }
    safe += attributes === '' || goodTags.has(written) ? written : withGoodAttributes(written, opened, attributes);
    if (!element.isVoid) open.push(opened);
  }
  safe += html.slice(from);
  while (open.length > 0) safe += `</${open.pop()}>`;
  return safe;
}

function endOf(html: string, element: string, from: number): number {
  const end = html.indexOf(`</${element}>`, from);
  return end < 0 ? html.length : end + element.length + '</>'.length;
}

function withGoodAttributes(written: string, name: string, attributes: string): string {
  const good = Array.from(attributes.matchAll(ATTRIBUTE), (match) => goodAttribute(name, match)).join('');
  const tag = `<${name}${good}>`;
  if (tag === written && tag.length <= LONGEST_GOOD_TAG && goodTags.size < MAX_GOOD_TAGS) goodTags.add(tag);
  return tag;
}

/** Empty when the attribute is not allowed; of a class list, only the classes that are not go. */
function goodAttribute(element: string, [written, name = '', value = '']: RegExpExecArray | RegExpMatchArray): string {
  const { attributes, classes } = ELEMENTS.get(element)!;
  const decoded = value.replace(REFERENCE, (reference) => CHARACTERS[reference] ?? reference);
  if (/&/.test(value.replace(REFERENCE, ''))) return '';
  if (name === 'class') {
    const good = decoded.split(' ').filter((word) => classes?.test(word));
    return good.length === 0 ? '' : ` class="${good.join(' ')}"`;
  }
  return attributes[name]?.(decoded) ? written : '';
}
