import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports';
import { until } from '../../support/until';
import { signingKey } from './certificates';

const PAGES = '/usr/share/simplesamlphp/www';
const PHP = ['/usr/bin/php', '/usr/local/bin/php'].find((path) => existsSync(path));
const isInstalled = PHP !== undefined && existsSync(PAGES);

/** As `describe`, with a real provider; on a machine without SimpleSAMLphp the tests are skipped, and in CI they fail. */
export function describeWithSimpleSaml(title: string, body: () => void): void {
  if (isInstalled || process.env.CI) return describe(title, body);
  process.stderr.write(`Skipped, as SimpleSAMLphp is not installed: ${title}\n`);
  describe.skip(title, body);
}

/** SimpleSAMLphp as an identity provider, with three people whose passwords are their names. */
export class SimpleSaml {
  private constructor(
    private readonly directory: string,
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<SimpleSaml> {
    if (!isInstalled) throw new Error('SimpleSAMLphp is not installed.');
    const directory = mkdtempSync(join(tmpdir(), 'parley-simplesaml-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    for (const name of ['metadata', 'cert', 'sessions', 'log', 'data']) mkdirSync(join(directory, name));
    const key = await signingKey();
    const files: Record<string, string> = {
      'config.php': configuration(directory, url),
      'authsources.php': PEOPLE,
      'cert/idp.key': key.privateKey,
      'cert/idp.pem': key.certificate,
      'metadata/saml20-idp-hosted.php': HOSTED,
      'metadata/saml20-sp-remote.php': KNOWN,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    const settings = ['-d', `session.save_path=${join(directory, 'sessions')}`, '-d', 'display_errors=0'];
    const child = spawn(PHP, [...settings, '-S', `127.0.0.1:${port}`, '-t', PAGES], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, SIMPLESAMLPHP_CONFIG_DIR: directory },
    });
    const provider = new SimpleSaml(directory, child, url);
    await until(() =>
      provider.metadata().then(
        () => true,
        () => false,
      ),
    );
    return provider;
  }

  /** What it says of itself. */
  async metadata(): Promise<string> {
    const answer = await fetch(`${this.url}/saml2/idp/metadata.php`);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`SimpleSAMLphp describes nothing: ${answer.status} ${text}`);
    return text;
  }

  /** Lets a server log people in, which describes itself so. */
  admit(metadata: string): void {
    writeFileSync(join(this.directory, 'service.xml'), metadata);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const configuration = (directory: string, url: string): string => `<?php
$config = [
  'baseurlpath' => '${url}/',
  'certdir' => '${directory}/cert/',
  'loggingdir' => '${directory}/log/',
  'datadir' => '${directory}/data/',
  'tempdir' => '${directory}/data',
  'metadatadir' => '${directory}/metadata',
  'secretsalt' => 'a salt of a test',
  'auth.adminpassword' => 'a password of a test',
  'timezone' => 'UTC',
  'logging.handler' => 'errorlog',
  'logging.level' => 3,
  'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false,
  'session.cookie.samesite' => null,
  'language.cookie.secure' => false,
  'language.cookie.samesite' => null,
  'store.type' => 'phpsession',
  'metadata.sources' => [['type' => 'flatfile']],
  'production' => false,
];
`;

/** The passwords are the names. */
const PEOPLE = `<?php
$config = [
  'people' => [
    'exampleauth:UserPass',
    'ana:ana' => ['uid' => ['ana'], 'mail' => ['ana@example.org'], 'displayName' => ['Ana Simple'], 'groups' => ['staff', 'sales']],
    'bea:bea' => ['uid' => ['bea'], 'mail' => ['bea@example.org'], 'displayName' => ['Béa Süd'], 'role' => ['moderator']],
    'cleo:cleo' => ['uid' => ['cleo'], 'displayName' => ['Cleo']],
  ],
];
`;

const HOSTED = `<?php
$metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__',
  'privatekey' => 'idp.key',
  'certificate' => 'idp.pem',
  'auth' => 'people',
  'userid.attribute' => 'uid',
  'sign.logout' => true,
  'validate.logout' => true,
  'validate.authnrequest' => true,
];
`;

/** Reads the server's metadata as an administrator of the provider would, and checks the signatures of the server. */
const KNOWN = `<?php
$file = dirname(__DIR__) . '/service.xml';
if (file_exists($file)) {
  $parsed = \\SimpleSAML\\Metadata\\SAMLParser::parseString(file_get_contents($file))->getMetadata20SP();
  $metadata[$parsed['entityid']] = $parsed;
}
`;
