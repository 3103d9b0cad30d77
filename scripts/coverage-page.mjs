// Writes docs/api-coverage.md of what the last whole `npm test` asked of the server: for each operation the tests that show
// its parameters and its codes. With --check it writes nothing, and fails when the page is out of date or something that
// the contract promises is shown by no test.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const PAGE = join(root, 'docs/api-coverage.md');
const PLANNED = join(root, 'scripts/planned-operations.json');
const RECORDS = join(root, 'node_modules/.cache/parley/coverage');
const BASE = '/api/v1/';
/** Codes that all operations share, in the same way: to be shown once. */
const SHARED = [
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
  'REQUEST_VARIABLE_MISSING',
  'UNAUTHORIZED',
  'USER_DEACTIVATED',
];
const MOST_TESTS = 2;

/** The directory for the records of a run that is about to start, empty. */
export function emptyRecords() {
  rmSync(RECORDS, { recursive: true, force: true });
  mkdirSync(RECORDS, { recursive: true });
  return RECORDS;
}

/** Returns whether all is well. */
export function coveragePage({ check }) {
  const contract = join(RECORDS, 'openapi.json');
  if (!existsSync(contract)) {
    console.error('There are no records of a whole run of the tests: run "npm test" first.');
    return false;
  }
  const { page, holes } = rendered(JSON.parse(readFileSync(contract, 'utf8')), records());
  for (const hole of holes) console.error(`no test shows ${hole}`);
  if (!check) {
    writeFileSync(PAGE, page);
    return true;
  }
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page;
  if (!isCurrent) console.error('docs/api-coverage.md is out of date; a whole "npm test" writes it.');
  return isCurrent && holes.length === 0;
}

function records() {
  const files = readdirSync(RECORDS).filter((name) => name.endsWith('.jsonl'));
  return files
    .flatMap((name) => readFileSync(join(RECORDS, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}

function rendered(contract, requests) {
  const operations = operationsOf(contract);
  const tests = testsOf(requests);
  const holes = [];
  const shown = (what, isIt) => {
    const names = [...new Set(requests.filter(isIt).map(nameOf))].sort(
      (a, b) => tests.get(a) - tests.get(b) || (a < b ? -1 : 1),
    );
    if (names.length === 0) holes.push(what);
    return names.length === 0 ? '**no test**' : names.slice(0, MOST_TESTS).map(linkOf).join('<br>');
  };
  const sections = operations.flatMap((operation) => sectionOf(operation, requests, shown));
  const shared = SHARED.map((code) => `| \`${code}\` | ${shown(`the code ${code}`, (one) => one.code === code)} |`);
  const page = [
    '# What the tests show of the interface',
    '',
    'Written by a whole run of `npm test` from the contract of the running server and the requests of the tests; do not edit.',
    `Of each thing it names ${MOST_TESTS} tests at most, those that ask the fewest different things.`,
    '',
    '## All operations',
    '',
    ...table('code', shared),
    ...sections,
    ...notThereYet(operations),
  ];
  return { page: `${page.join('\n')}\n`, holes };
}

function operationsOf({ paths, components }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      section: operation.description.replace(/^Implements |\.$/g, ''),
      summary: operation.summary,
      parameters: parametersOf(operation, components.schemas),
      codes: codesOf(operation)
        .filter((code) => !SHARED.includes(code))
        .sort(),
    })),
  );
  return operations.filter(({ name }) => name.includes(` ${BASE}`)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parametersOf({ parameters = [], requestBody }, schemas) {
  const [media] = Object.values(requestBody?.content ?? {});
  const properties = media ? schemas[media.schema.$ref.split('/').at(-1)].properties : {};
  return [
    ...parameters.map(({ name, in: place }) => ({ name, isPath: place === 'path' })),
    ...Object.keys(properties ?? {}).map((name) => ({ name, isPath: false })),
  ];
}

const codesOf = ({ responses }) =>
  Object.values(responses).flatMap(({ content }) => content['application/json'].schema.properties?.code?.enum ?? []);

/** How many different things each test asks: the fewer, the better it shows one of them. */
function testsOf(requests) {
  const asked = new Map();
  for (const { operation, code, ...test } of requests) {
    const name = nameOf(test);
    asked.set(name, (asked.get(name) ?? new Set()).add(`${operation} ${code}`));
  }
  return new Map([...asked].map(([name, things]) => [name, things.size]));
}

const nameOf = ({ file, test }) => `${file}\n${test}`;

function linkOf(name) {
  const [file, ...test] = name.split('\n');
  const text = test
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[\\|<>[\]*_`]/g, '\\$&');
  return `[${file.replace(/^test\/|\.e2e\.ts$/g, '')}](../${file}): ${text}`;
}

function sectionOf({ name, section, summary, parameters, codes }, requests, shown) {
  const own = (isIt) => (one) => one.operation === name && isIt(one);
  const isSuccess = ({ code }) => code === null;
  const rows = [
    `| success | ${shown(`${name} succeed`, own(isSuccess))} |`,
    ...parameters.map((parameter) => {
      const isGiven = (one) => parameter.isPath || one.parameters.includes(parameter.name);
      return `| \`${parameter.name}\` | ${shown(
        `the parameter ${parameter.name} of ${name}`,
        own((one) => isGiven(one) && isSuccess(one)),
      )} |`;
    }),
    ...codes
      .filter((code) => code !== 'BAD_REQUEST' || parameters.length > 0)
      .map(
        (code) =>
          `| \`${code}\` | ${shown(
            `the code ${code} of ${name}`,
            own((one) => one.code === code),
          )} |`,
      ),
  ];
  return [`## ${name}`, '', `${summary} (${section}).`, '', ...table('parameter or code', rows)];
}

const table = (what, rows) => [`| ${what} | shown by |`, '| --- | --- |', ...rows, ''];

function notThereYet(operations) {
  const formOf = (name) => name.replace(/\{\w+\}/g, '{}');
  const known = new Set(operations.map(({ name }) => formOf(name)));
  const missing = JSON.parse(readFileSync(PLANNED, 'utf8')).filter(({ operation }) => !known.has(formOf(operation)));
  if (missing.length === 0) return [];
  const rows = missing.map(
    ({ operation, section, issue }) => `| \`${operation}\` | ${section} | not there yet: issue ${issue} |`,
  );
  return ['## Not there yet', '', '| operation | section | state |', '| --- | --- | --- |', ...rows, ''];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = coveragePage({ check: process.argv.includes('--check') }) ? 0 : 1;
}
