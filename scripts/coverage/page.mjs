import { operationsOf } from './contract.mjs';

/** Codes that all operations share, in the same way: to be shown once. */
const SHARED = [
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
  'REALM_DEACTIVATED',
  'REQUEST_VARIABLE_MISSING',
  'UNAUTHORIZED',
  'USER_DEACTIVATED',
];
const MAX_TESTS = 2;
const LONGEST_NAME = 160;

/**
 * The page about a contract (an OpenAPI document), the requests that tests have made and the events that came of them, as
 * test/support/coverage.ts notes them; and what the contract promises and no test shows. `reference`: the routes that there
 * should be, each with the issue that brings it or the reason why it is not there, if it is not.
 */
export function pageOf(contract, records, reference) {
  const operations = operationsOf(contract);
  const shows = new Shows(records.filter(({ event }) => event === undefined));
  const events = records.filter(({ event }) => event !== undefined);
  const lines = [
    '# What the tests show of the interface',
    '',
    '<!-- prettier-ignore-start -->',
    '',
    'Written by a whole run of `npm test` from the contract of the running server and the requests of the tests; do not',
    `edit. Of each thing it names ${MAX_TESTS} tests at most, those that ask the fewest different things.`,
    '',
    ...absentOnes(operations, reference, shows.holes),
    '## All operations',
    '',
    ...table(SHARED.map((code) => [code, shows.of(`the code ${code}`, (one) => one.code === code)])),
    ...operations.flatMap((operation) => sectionOf(operation, shows, events)),
    '<!-- prettier-ignore-end -->',
    '',
  ];
  return { page: lines.join('\n'), holes: shows.holes };
}

function sectionOf({ name, section, summary, parameters, codes }, shows, events) {
  const own = codes.filter((code) => !SHARED.includes(code) && (code !== 'BAD_REQUEST' || parameters.length > 0));
  const isOurs = (one) => one.operation === name;
  const told = [...new Set(events.filter(isOurs).map(({ event }) => event))].sort();
  const isGiven = (one, parameter) => parameter.isInPath || one.parameters.includes(parameter.name);
  return [
    `## ${name}`,
    '',
    `${summary} (${section}).`,
    '',
    ...table([
      ['success', shows.of(`${name} succeed`, (one) => isOurs(one) && one.code === null)],
      ...parameters.map((parameter) => [
        parameter.name,
        shows.of(`the parameter ${parameter.name} of ${name}`, (one) => isOurs(one) && isGiven(one, parameter)),
      ]),
      ...own.map((code) => [code, shows.of(`the code ${code} of ${name}`, (one) => isOurs(one) && one.code === code)]),
      ...told.map((event) => [
        `event ${event}`,
        shows.best(events.filter((one) => isOurs(one) && one.event === event).map(testOf)),
      ]),
    ]),
  ];
}

/** What the contract promises and no test can make happen today, each with its reason. */
const CANNOT_BE_SHOWN = new Set([
  // Only where the operator takes the relay away after devices were registered with it.
  'the code PUSH_SERVICE_NOT_CONFIGURED of POST /api/v1/mobile_push/e2ee/test_notification',
]);

/** Finds the tests that show something, and remembers what none shows. */
class Shows {
  holes = [];

  constructor(requests) {
    this.requests = requests;
    this.breadths = breadthsOf(requests);
  }

  of(what, isIt) {
    const fitting = this.requests.filter(isIt);
    if (fitting.length === 0 && !CANNOT_BE_SHOWN.has(what)) this.holes.push(what);
    // What a parameter does is shown better by a request that succeeds than by one that is refused.
    const successes = new Set(fitting.filter(({ code }) => code === null).map(testOf));
    return this.best(fitting.map(testOf), (test) => (successes.has(test) ? 0 : 1));
  }

  best(tests, rankOf = () => 0) {
    const rank = (test) => [rankOf(test), this.breadths.get(test) ?? 0, test];
    return [...new Set(tests)].sort((a, b) => compare(rank(a), rank(b))).slice(0, MAX_TESTS);
  }
}

/** How many different things each test asks: the fewer, the better it shows one of them. */
function breadthsOf(requests) {
  const asked = new Map();
  for (const request of requests) {
    const test = testOf(request);
    asked.set(test, (asked.get(test) ?? new Set()).add(`${request.operation} ${request.code}`));
  }
  return new Map([...asked].map(([test, things]) => [test, things.size]));
}

const testOf = ({ file, test }) => `${file}\n${test}`;

function compare(one, other) {
  const index = one.findIndex((part, at) => part !== other[at]);
  if (index < 0) return 0;
  return one[index] < other[index] ? -1 : 1;
}

function table(rows) {
  const lines = rows.map(([what, tests]) => `| \`${what}\` | ${tests.map(link).join('<br>') || '**no test**'} |`);
  return ['| | shown by |', '| --- | --- |', ...lines, ''];
}

function link(test) {
  const [file, ...names] = test.split('\n');
  const name = names.join(' ').replace(/\s+/g, ' ');
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
  return `[${file.replace(/^test\/|\.e2e\.ts$/g, '')}](../${file}): ${short.replace(/[\\|<>[\]*_`&]/g, '\\$&')}`;
}

/** What the reference names and this server has not: with a reason, or it is a hole. */
function absentOnes(operations, reference, holes) {
  const formOf = (name) => name.replace(/\{\w+\}/g, '{}');
  const there = new Set(operations.map(({ name }) => formOf(name)));
  const absent = reference.filter(({ operation }) => !there.has(formOf(operation)));
  const known = new Set(absent);
  for (const one of absent) if (!one.issue && !one.reason) holes.push(`${one.operation}, nor says why it is not there`);
  for (const one of reference)
    if (one.reason && !known.has(one)) holes.push(`why ${one.operation}, which is there, is not`);
  return [
    ...absentTable('Not there yet', 'comes with', absent, ({ issue }) => issue && `issue ${issue}`),
    ...absentTable('Not there, and why', 'why', absent, ({ reason }) => reason),
  ];
}

function absentTable(title, column, absent, wordsOf) {
  const rows = absent.filter(wordsOf).map((one) => `| \`${one.operation}\` | ${one.section} | ${wordsOf(one)} |`);
  if (rows.length === 0) return [];
  return [`## ${title}`, '', `| operation | section | ${column} |`, '| --- | --- | --- |', ...rows, ''];
}
