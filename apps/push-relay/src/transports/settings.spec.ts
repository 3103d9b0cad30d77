import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateVAPIDKeys } from 'web-push';
import { readTransportSettings } from './settings';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const account = {
  type: 'service_account',
  project_id: 'chat-1',
  private_key_id: 'k1',
  private_key: rsa,
  client_email: 'relay@chat-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};

describe('readTransportSettings', () => {
  let directory: string;
  beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'parley-settings-'))));
  afterAll(() => rmSync(directory, { recursive: true }));

  function file(name: string, content: string | Buffer): string {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  }
  function read(environment: NodeJS.ProcessEnv) {
    const faults: string[] = [];
    return { ...readTransportSettings(environment, faults), faults };
  }
  const apns = () => ({
    PARLEY_RELAY_APNS_KEY_FILE: file('key.p8', ec),
    PARLEY_RELAY_APNS_KEY_ID: 'KEY1234567',
    PARLEY_RELAY_APNS_TEAM_ID: 'TEAM123456',
    PARLEY_RELAY_APNS_APP_IDS: 'org.example.one, org.example.two',
  });

  it('configures nothing without settings', () =>
    expect(read({})).toEqual({ fcm: null, apns: null, webPush: null, faults: [] }));

  it('reads the account of FCM', () => {
    const path = file('account.json', JSON.stringify(account));
    const { fcm, faults } = read({ PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE: path });
    expect(faults).toEqual([]);
    expect(fcm).toEqual({
      url: 'https://fcm.googleapis.com',
      account: {
        projectId: 'chat-1',
        clientEmail: account.client_email,
        privateKey: rsa,
        privateKeyId: 'k1',
        tokenUri: account.token_uri,
      },
    });
  });

  it('reads the key of APNs', () => {
    const { apns: found, faults } = read(apns());
    expect(faults).toEqual([]);
    expect(found).toMatchObject({
      key: ec,
      keyId: 'KEY1234567',
      teamId: 'TEAM123456',
      appIds: ['org.example.one', 'org.example.two'],
      address: 'api.push.apple.com',
      port: 443,
    });
    expect(read({ ...apns(), PARLEY_RELAY_APNS_SERVER: 'sandbox' }).apns!.address).toBe('api.sandbox.push.apple.com');
  });

  it('reads the key of Web Push and derives its public half', () => {
    const { publicKey, privateKey } = generateVAPIDKeys();
    const { webPush, faults } = read({
      PARLEY_RELAY_VAPID_PRIVATE_KEY: privateKey,
      PARLEY_RELAY_VAPID_SUBJECT: 'https://relay.example',
      PARLEY_RELAY_WEB_PUSH_ORIGINS: 'https://ntfy.corp.example:8443/, http://10.0.0.5',
    });
    expect(faults).toEqual([]);
    expect(webPush).toEqual({
      subject: 'https://relay.example',
      publicKey,
      privateKey,
      ownOrigins: ['https://ntfy.corp.example:8443', 'http://10.0.0.5'],
    });
  });

  it.each([
    ['no file', () => join(directory, 'absent'), 'cannot be read: ENOENT'],
    ['no JSON', () => file('a', 'private_key'), 'is not usable: it is not JSON'],
    ['another kind', () => file('b', '{"type":"authorized_user"}'), 'is not usable: its type is not service_account'],
    [
      'no project',
      () => file('c', JSON.stringify({ ...account, project_id: 1 })),
      'is not usable: it has no project_id',
    ],
    [
      'an address in the clear',
      () => file('d', JSON.stringify({ ...account, token_uri: 'http://oauth2.example/token' })),
      'is not usable: its token_uri is not an https address',
    ],
    [
      'a foreign key',
      () => file('e', JSON.stringify({ ...account, private_key: ec })),
      'its private_key is no RSA key',
    ],
  ])('rejects an account file: %s', (_, path, fault) => {
    const { fcm, faults } = read({ PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE: path() });
    expect(fcm).toBeNull();
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults[0]).not.toContain('PRIVATE KEY');
  });

  it('requires related settings together', () => {
    const { apns: found, faults } = read({ ...apns(), PARLEY_RELAY_APNS_TEAM_ID: '', PARLEY_RELAY_APNS_APP_IDS: ' ' });
    expect(found).toBeNull();
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PARLEY_RELAY_APNS_TEAM_ID',
      'PARLEY_RELAY_APNS_APP_IDS',
    ]);
  });

  it.each([
    ['PARLEY_RELAY_APNS_SERVER', { PARLEY_RELAY_APNS_SERVER: 'http://127.0.0.1:1' }],
    ['PARLEY_RELAY_APNS_KEY_FILE', () => ({ PARLEY_RELAY_APNS_KEY_FILE: file('rsa.p8', rsa) })],
  ])('rejects %s', (name, wrong) => {
    const { apns: found, faults } = read({ ...apns(), ...(typeof wrong === 'function' ? wrong() : wrong) });
    expect(found).toBeNull();
    expect(faults).toEqual([expect.stringContaining(name)]);
  });

  it.each([
    ['a subject that is no address', { PARLEY_RELAY_VAPID_SUBJECT: 'me' }],
    ['a key of another length', { PARLEY_RELAY_VAPID_PRIVATE_KEY: 'AAAA' }],
    ['a key that is none', { PARLEY_RELAY_VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url') }],
    ['an origin that is none', { PARLEY_RELAY_WEB_PUSH_ORIGINS: 'ntfy' }],
  ])('rejects the settings of Web Push: %s', (_, wrong) => {
    const { privateKey } = generateVAPIDKeys();
    const right = {
      PARLEY_RELAY_VAPID_PRIVATE_KEY: privateKey,
      PARLEY_RELAY_VAPID_SUBJECT: 'mailto:ops@relay.example',
    };
    const { webPush, faults } = read({ ...right, ...wrong });
    expect(webPush).toBeNull();
    expect(faults).toEqual([expect.stringContaining(Object.keys(wrong)[0])]);
  });
});
