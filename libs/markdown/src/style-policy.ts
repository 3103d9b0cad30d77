const MEASURE = /^-?(?:\d+\.?\d*|\.\d+)(?:em|pt|px|%)?$/;
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{1,30})$/i;
const LINE = /^(?:solid|dashed)$/;
const SHADOW = /^0\.\d{1,4}em 0\.\d{1,4}em 0\.\d{1,4}px$/;

const MEASURED =
  'height width min-width top left bottom vertical-align margin-left margin-right margin-top padding-left border-width border-top-width border-right-width border-bottom-width';

/** What a formula needs: nothing here loads, covers or moves. */
const OF_FORMULAS: ReadonlyMap<string, RegExp> = new Map([
  ...MEASURED.split(' ').map((property) => [property, MEASURE] as const),
  ['background-color', COLOR],
  ['border', /^\d*\.?\d+em solid (?:#[\da-f]{3,8}|[a-z]{1,30})$/i],
  ['border-color', COLOR],
  ['border-right-style', LINE],
  ['border-style', LINE],
  ['color', COLOR],
  ['margin', /^0 -?\d*\.?\d+em$/],
  ['position', /^relative$/],
  ['text-shadow', SHADOW],
]);
const OF_CELLS: ReadonlyMap<string, RegExp> = new Map([['text-align', /^(?:left|center|right)$/]]);

/** The picture of a card. */
const OF_LINKS: ReadonlyMap<string, RegExp> = new Map([
  ['background-image', /^url\("(?:https?:\/\/|\/(?![/\\]))[^\s"'()\\;]+"\)$/i],
]);

const OF_ELEMENT: ReadonlyMap<string, ReadonlyMap<string, RegExp>> = new Map([
  ['a', OF_LINKS],
  ['td', OF_CELLS],
  ['th', OF_CELLS],
]);

/** Whether a style attribute contains only what its element may have. */
export function isHarmlessStyle(tag: string, style: string): boolean {
  const properties = OF_ELEMENT.get(tag) ?? OF_FORMULAS;
  return style
    .replace(/;$/, '')
    .split(';')
    .every((declaration) => {
      const colon = declaration.indexOf(':');
      return properties.get(declaration.slice(0, colon).trim())?.test(declaration.slice(colon + 1).trim()) ?? false;
    });
}
