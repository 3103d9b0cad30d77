import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompanyLogin } from '../test/sign-in/oidc/company-login';
import { HostileProvider } from '../test/sign-in/oidc/hostile-provider';
import { optionsFor } from '../test/sign-in/ldap/directory-provider';
import { PEOPLE, peopleIn, Slapd } from '../test/sign-in/ldap/slapd';
import { benchOfCompany, CompanyBench, linkPeople, PRIVATE } from './company';
import { deprovisioning, scimRates } from './company-scim';
import { countStatements } from './statements';
import { rate, reportBelow } from './support';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const CONNECTIONS = 8;
const PEOPLE_WHO_LOG_IN = 50;
const PEOPLE_IN_DIRECTORY = Number(process.env.BENCH_PEOPLE ?? 10_000);
const CHANGED = PEOPLE_IN_DIRECTORY / 20;

const nameOf = (number: number): string => `person${number}`;
const CLI = join(__dirname, '../dist/apps/server/src/cli.js');
const run = promisify(execFile);
type Row = Record<string, string | number>;

/** Each of so many people in turn. */
function turns(one: (person: number) => Promise<unknown>): () => Promise<unknown> {
  let next = 0;
  return () => one(next++ % PEOPLE_WHO_LOG_IN);
}

async function byName({ url }: CompanyBench, username: string, password: string): Promise<void> {
  const body = new URLSearchParams({ username, password });
  const response = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`login: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function loginRates(bench: CompanyBench, provider: HostileProvider) {
  const company = new CompanyLogin(bench.url, 'corp', provider);
  const device = `known_device=${'d'.repeat(43)}`;
  const atProvider = async (number: number): Promise<void> => {
    const { location, cookie } = await company.begin();
    const person = { sub: nameOf(number), email: `oidc${number}@example.org`, email_verified: true };
    const { session } = await company.finish(provider.logIn(location, person), `${cookie}; ${device}`);
    if (session === null) throw new Error('no session');
  };
  const ways: [what: string, one: () => Promise<unknown>][] = [
    ['password of this server', turns((number) => byName(bench, bench.addresses[number]!, bench.password))],
    ['LDAP (search and bind, groups)', turns((number) => byName(bench, nameOf(number), `${nameOf(number)} password`))],
    ['OpenID Connect (two requests of the browser, three to the provider)', turns(atProvider)],
  ];
  const rows = [];
  for (const [what, one] of ways) {
    for (let number = 0; number < PEOPLE_WHO_LOG_IN; number++) await one();
    const perSecond = await rate(CONNECTIONS, SECONDS, one);
    rows.push({ 'logins by': what, 'a second': perSecond.toFixed(0) });
  }
  return rows;
}

/** A command of the operator, and the statements that it needs. */
async function parley(bench: CompanyBench, ...args: string[]): Promise<number> {
  const env = { ...process.env, DATABASE_URL: bench.databaseUrl, PARLEY_DATA_DIR: bench.directory, ...PRIVATE };
  return countStatements(bench, () => run(process.execPath, [CLI, ...args], { env }));
}

async function synchronise(bench: CompanyBench, what: string) {
  const statements = await parley(bench, 'sso', 'sync', 'dir');
  const { rows } = await bench.database.query<{ seconds: string; seen: number; changed: number }>(
    'SELECT extract(epoch FROM ended_at - started_at) AS seconds, seen, changed FROM directory_run ORDER BY id DESC LIMIT 1',
  );
  const { seconds, seen, changed } = rows[0]!;
  return { synchronisation: what, seen, changed, seconds: Number(seconds).toFixed(1), statements };
}

async function synchronisations(bench: CompanyBench, slapd: Slapd) {
  await linkPeople(bench, slapd);
  const ofTheStart = {
    synchronisation: 'none: the start of the command (`sso list`)',
    seen: '',
    changed: '',
    seconds: '',
  };
  const rows: Row[] = [{ ...ofTheStart, statements: await parley(bench, 'sso', 'list') }];
  rows.push(await synchronise(bench, 'the first one, which stores names'));
  rows.push(await synchronise(bench, 'nothing has changed'));
  await slapd.ask(async (client) => {
    for (let number = 0; number < CHANGED; number++) await client.del(`uid=${nameOf(number)},${PEOPLE}`);
  });
  rows.push(await synchronise(bench, `${CHANGED} people are gone`));
  return rows;
}

async function main(): Promise<void> {
  const names = Array.from({ length: PEOPLE_IN_DIRECTORY }, (_, number) => nameOf(number));
  const [slapd, provider] = [await Slapd.start({ ldif: peopleIn(names) }), await HostileProvider.start()];
  const bench = await benchOfCompany(PEOPLE_WHO_LOG_IN);
  try {
    const oidc = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley', jit: true };
    const corp = await bench.addProvider({ ...oidc, domain: 'example.org' });
    await bench.addProvider(optionsFor(slapd));
    reportBelow(
      'login',
      `Logins a second, ${CONNECTIONS} at a time`,
      await loginRates(bench, provider),
      'company-login',
    );
    reportBelow('login', `A directory of ${PEOPLE_IN_DIRECTORY} people`, await synchronisations(bench, slapd));
    reportBelow('login', 'SCIM', await scimRates(bench, corp, SECONDS));
    reportBelow(
      'login',
      'From a deprovisioning by SCIM to the end of a waiting client',
      await deprovisioning(bench, corp),
    );
  } finally {
    await bench.stop();
    await slapd.stop();
    await provider.stop();
  }
}

void main();
