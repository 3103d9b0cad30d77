import type { Random } from './random';

const deep = (open: string, inner: string, close: string, times: number) =>
  open.repeat(times) + inner + close.repeat(times);

/** Texts that some layer between the socket, the database and a page might interpret. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\ud83d\ude00'.repeat(300),
  '\u202eevil\u202c\u2066x\u2069',
  '\u200b\u200d\ufeff',
  '\ufffe\uffff\ufdd0',
  `Z${'\u0301'.repeat(500)}`,
  'I\u0307stanbul \u0130 \u0131 \ufb03 \u00df \u1e9e',
  'cafe\u0301 caf\u00e9',
  'line\r\nbreak\u2028\u2029\u0085\u000b\u001b[31m',
  'x'.repeat(70_000),
  '\u00e9'.repeat(10_001),
  "' OR '1'='1' --",
  `"; DROP TABLE message; --`,
  "\\'; SELECT pg_sleep(9); --",
  '$1 :name %s %n {0} ${7*7} {{7*7}} #{7*7}',
  '%_%\\%\\_',
  "a & | ! <-> :* ( 'b",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)//[x](javascript:alert(1))',
  '@**all** @**everyone** @_**|1** @*role:owners* #**general>x** #**general>x@1**',
  '../../../../etc/passwd',
  '..%2f..%2f%00',
  '%00%0a%25%zz',
  '&lt;b&gt;&#0;&#xd800;',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'role:owners',
  'me',
  'null',
  'undefined',
  '(a+)+$'.repeat(20),
  '*'.repeat(4_000),
  '['.repeat(4_000),
  '`'.repeat(4_000),
  deep('> ', 'x', '', 1_500),
  deep('- ', 'x', '', 500),
  '**'.repeat(3_000),
  `[${'x'.repeat(3_000)}](`,
  'http://'.repeat(1_500),
  `www.${'a.'.repeat(2_000)}com`,
];

/** Numbers as text: beyond a double, beyond a bigint, beyond any limit. */
export const HOSTILE_NUMBERS: readonly string[] = [
  '-1',
  '0',
  '-0',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999999999',
  '9'.repeat(5_000),
  '5.0',
  '0.1',
  '1e2',
  '1e999',
  '1e-999',
  'NaN',
  'Infinity',
  '+1',
  '01',
  '0x10',
  '1_000',
  '\u0661\u0662',
  '\uff11',
  ' 7 ',
];

/** Texts in place of JSON: of a wrong type, malformed, or expensive to parse or walk. */
export const HOSTILE_JSON: readonly string[] = [
  ...HOSTILE_NUMBERS,
  'null',
  'true',
  'True',
  'TRUE',
  '"true"',
  "'true'",
  '1',
  '"1"',
  '"\\u0000"',
  '"\\ud800"',
  '""',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '[[[[1]]]]',
  '[1,"1",null,{},[]]',
  '{"length":1,"0":"x"}',
  '{"__proto__":{"role":100}}',
  '{"constructor":{"prototype":{"role":100}}}',
  '[{"__proto__":null}]',
  '{"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1}',
  '{"a":1,"a":2}',
  '{',
  '[1,',
  '{"a":}',
  '"unfinished',
  '[1]trailing',
  '// comment\n1',
  '\ufeff1',
  deep('[', '', ']', 19),
  deep('[', '', ']', 21),
  deep('[', '1', ']', 50_000),
  '['.repeat(100_000),
  deep('{"a":', '1', '}', 10_000),
  `[${'1,'.repeat(19_999)}1]`,
  `[${'1,'.repeat(20_000)}1]`,
  `[${'-1,'.repeat(3)}9007199254740993]`,
  `["${'x'.repeat(70_000)}"]`,
  `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":1`).join()}}`,
  JSON.stringify(JSON.stringify(JSON.stringify([1]))),
];

/** The first values for each parameter: one of each kind of error. */
const FIRST_TEXTS: readonly string[] = [
  'a\0b',
  'x\udfffy',
  'x'.repeat(70_000),
  "' OR '1'='1' --",
  '9223372036854775808',
  '-1',
  '__proto__',
  '<script>alert(1)</script>',
];
const FIRST_JSON: readonly string[] = [
  'null',
  '9223372036854775808',
  '-1',
  '0.5',
  '"a\\u0000b"',
  '[]',
  '{}',
  '[null]',
  '{"constructor":{"prototype":{"role":100}}}',
  deep('[', '1', ']', 50_000),
];
const FIRST_INSIDE: readonly unknown[] = ['a\0b', 'x\udfffy', 2 ** 53, -1, null, { constructor: {} }];

/** With the longest text that the contract allows, and one character more. */
export function firstTexts({ maxLength }: { maxLength?: unknown }): string[] {
  const atLimit = typeof maxLength === 'number' ? ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : [];
  return [...FIRST_TEXTS, ...atLimit];
}

/** For JSON: also the given value with each of its leaves, one at a time, made hostile. */
export function firstJson(value: unknown): string[] {
  const inside = leavesOf(value).flatMap((path) =>
    FIRST_INSIDE.map((hostile) => JSON.stringify(path.length === 0 ? hostile : replaced(value, path, hostile))),
  );
  return [...FIRST_JSON, ...inside];
}

type Path = readonly string[];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, hostile: unknown): unknown {
  if (key === undefined) return hostile;
  const inner = replaced((value as Record<string, unknown>)[key], rest, hostile);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as object), [key]: inner };
}

/** A value like the given one, with an error somewhere inside, as JSON text. */
export function damagedJson(random: Random, value: unknown): string {
  if (random.chance(0.1))
    return JSON.stringify(value).replace(/[{[]/, (bracket) => bracket + random.pick(['"', ',', '\0', '\\']));
  if (random.chance(0.1)) return JSON.stringify(value).replace(/\{("[^"]*"):/, '{$1:null,$1:');
  return JSON.stringify(damaged(random, value));
}

const SMALL = HOSTILE_TEXTS.filter((text) => text.length < 3_000);
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e300,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  '1',
  ...SMALL,
];

function damaged(random: Random, value: unknown): unknown {
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isLeaf || random.chance(0.2)) return random.pick(HOSTILE_VALUES);
  if (Array.isArray(value)) {
    if (random.chance(0.15)) return [...value, random.pick(HOSTILE_VALUES)];
    if (random.chance(0.1)) return [...(value as unknown[]), ...(value as unknown[])];
    const index = random.below(value.length);
    return value.with(index, damaged(random, value[index]));
  }
  const object = { ...value } as Record<string, unknown>;
  const key = random.pick(Object.keys(object));
  if (random.chance(0.15)) delete object[key];
  else if (random.chance(0.2))
    define(object, random.pick(['__proto__', 'constructor', 'extra', '']), random.pick(HOSTILE_VALUES));
  else object[key] = damaged(random, object[key]);
  return object;
}

/** As an own property, also for names that assignment treats specially. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
