import { Client } from 'ldapts';
import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports';
import { until } from '../../support/until';
import { certificatesIn, Certificates } from './certificates';

const PLACES = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/opt/homebrew/sbin'];
const program = (name: string) => PLACES.map((place) => `${place}/${name}`).find((path) => existsSync(path));
const installed = program('slapd');

/** As `describe`, with a real directory; on a machine without OpenLDAP's the tests are skipped, and in CI they fail. */
export function describeWithSlapd(title: string, body: () => void): void {
  if (installed || process.env.CI) return describe(title, body);
  process.stderr.write(`Skipped, as slapd is not installed: ${title}\n`);
  describe.skip(title, body);
}

export const BASE = 'dc=example,dc=org';
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
const ADMIN = `cn=admin,${BASE}`;
/** The account that searches. It has a limit only where a test gives it one. */
export const READER = `cn=reader,${BASE}`;
export const PASSWORD = 'a secret of the directory';

type Attributes = Record<string, string | string[]>;

/** A directory of OpenLDAP with people and groups, and with what Active Directory says of people. */
export class Slapd {
  private child: ChildProcess;

  private constructor(
    private readonly directory: string,
    readonly port: number,
    readonly securePort: number,
    readonly certificates: Certificates,
  ) {}

  /** @param names the names of the certificate */
  static async start({ names = 'IP:127.0.0.1', limit = 'unlimited', ldif = '' } = {}): Promise<Slapd> {
    if (!installed) throw new Error('slapd is not installed.');
    const directory = mkdtempSync(join(tmpdir(), 'parley-slapd-'));
    const slapd = new Slapd(directory, await freePort(), await freePort(), certificatesIn(directory, names));
    mkdirSync(join(directory, 'data'));
    writeFileSync(slapd.file, configuration(directory, slapd.certificates, limit));
    writeFileSync(join(directory, 'start.ldif'), START + ldif);
    execFileSync(program('slapadd')!, ['-q', '-f', slapd.file, '-l', join(directory, 'start.ldif')], { stdio: 'pipe' });
    await slapd.launch();
    return slapd;
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`;
  }

  get secureUrl(): string {
    return `ldaps://127.0.0.1:${this.securePort}`;
  }

  private get file(): string {
    return join(this.directory, 'slapd.conf');
  }

  async launch(): Promise<void> {
    const addresses = `ldap://127.0.0.1:${this.port} ldaps://127.0.0.1:${this.securePort}`;
    this.child = spawn(installed!, ['-d', '0', '-f', this.file, '-h', addresses], { stdio: 'ignore' });
    await until(() =>
      this.ask(async () => undefined).then(
        () => true,
        () => false,
      ),
    );
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Stops answering, and keeps its connections. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Does something as the administrator of the directory. */
  async ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: this.url, connectTimeout: 5_000 });
    try {
      await client.bind(ADMIN, PASSWORD);
      return await work(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  /** A person whose password is their short name; returns the name of the entry. */
  async addPerson(uid: string, more: Attributes = {}, place = PEOPLE): Promise<string> {
    const dn = `uid=${uid},${place}`;
    const attributes = Object.entries({ ...personOf(uid), ...more }).filter(([, value]) => value.length > 0);
    await this.ask((client) => client.add(dn, Object.fromEntries(attributes)));
    return dn;
  }

  async addGroup(cn: string, member: string[], place = GROUPS): Promise<string> {
    const dn = `cn=${cn},${place}`;
    await this.ask((client) => client.add(dn, { objectClass: 'groupOfNames', cn, member }));
    return dn;
  }
}

const personOf = (uid: string): Attributes => ({
  objectClass: ['inetOrgPerson', 'directoryAccount'],
  uid,
  cn: `${uid[0].toUpperCase()}${uid.slice(1)} Directory`,
  sn: 'Directory',
  mail: `${uid}@example.org`,
  userPassword: `${uid} password`,
});

/** Many people at once, as text. */
export const peopleIn = (names: readonly string[]): string =>
  names
    .map((uid) => {
      const lines = Object.entries(personOf(uid)).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}: ${one}`),
      );
      return [`dn: uid=${uid},${PEOPLE}`, ...lines, '', ''].join('\n');
    })
    .join('');

const START = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

dn: ${READER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${PASSWORD}

`;

const configuration = (directory: string, { certificateFile, keyFile }: Certificates, limit: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.55555.1 NAME 'directoryAccount' SUP top AUXILIARY MAY ( objectGUID $ userAccountControl ) )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${directory}/slapd.pid
TLSCertificateFile ${certificateFile}
TLSCertificateKeyFile ${keyFile}
database mdb
maxsize 268435456
suffix ${BASE}
rootdn ${ADMIN}
rootpw "${PASSWORD}"
directory ${directory}/data
index objectClass,uid,mail,cn,member eq
dbnosync
limits dn.exact="${READER}" size=${limit} size.prtotal=${limit}
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER}" read by * none
`;
