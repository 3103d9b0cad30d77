import { createHash } from 'node:crypto';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Browser } from '../../support/browser';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const SECRET = 'a secret that is shared';
const NOT_CONFIGURED = { result: 'error', msg: 'BigBlueButton is not configured.', code: 'BAD_REQUEST' };

/** Stands in for a BigBlueButton server and records the requests that it gets. */
class CallServer {
  readonly asked: URL[] = [];
  status = 200;
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(new URL(request.url!, this.url));
    response.writeHead(this.status, { 'content-type': 'text/xml' }).end('<response/>');
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Whether an address of the API carries the checksum of its own query. */
function isSigned(address: URL): boolean {
  const name = address.pathname.split('/').at(-1)!;
  const [query, checksum] = address.search.slice(1).split('&checksum=');
  return createHash('sha256').update(`${name}${query}${SECRET}`).digest('hex') === checksum;
}

describe('video calls', () => {
  const calls = new CallServer();
  let world: World;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    await calls.start();
    world = await World.start({
      PARLEY_BIG_BLUE_BUTTON_URL: `${calls.url}/bigbluebutton/`,
      PARLEY_BIG_BLUE_BUTTON_SECRET: SECRET,
      PARLEY_JITSI_SERVER_URL: 'https://jitsi.example.org/',
    });
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
  });
  afterAll(async () => {
    await world.stop();
    await calls.stop();
  });

  const create = async (person = ana, parameters: object = { meeting_name: 'Bread & plans' }) =>
    (await person.ok('GET', 'calls/bigbluebutton/create', { ...parameters })).url as string;
  /** A browser in which a user is logged in. */
  const browserOf = async (person: Person) => {
    const browser = new Browser(world.url);
    await browser.logIn(person.email);
    return browser;
  };

  it('on BigBlueButton are links that create the meeting and join it', async () => {
    const url = await create(ana, { meeting_name: 'Bread & plans', voice_only: true });
    expect(url).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w.-]+$/);
    for (const [person, role] of [
      [ana, 'MODERATOR'],
      [gus, 'VIEWER'],
    ] as const) {
      calls.asked.length = 0;
      const answer = await (await browserOf(person)).send('GET', url);
      expect([answer.status, calls.asked.length]).toEqual([302, 1]);
      const [made] = calls.asked;
      expect(made.pathname).toBe('/bigbluebutton/api/create');
      expect(Object.fromEntries(made.searchParams)).toMatchObject({
        name: 'Bread & plans',
        lockSettingsDisableCam: 'true',
      });
      const joined = new URL(answer.headers.get('location')!);
      expect(joined.href.startsWith(`${calls.url}/bigbluebutton/api/join?`)).toBe(true);
      expect(Object.fromEntries(joined.searchParams)).toMatchObject({
        meetingID: made.searchParams.get('meetingID'),
        fullName: person.fullName,
        role,
      });
      expect([made, joined].map(isSigned)).toEqual([true, true]);
    }
    const [one, other] = await Promise.all([create(), create()]);
    expect(one).not.toBe(other);
  });

  it('redirect a visitor without a session to the login', async () => {
    const url = await create();
    calls.asked.length = 0;
    const answer = await new Browser(world.url).send('GET', url);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/login/?next=${encodeURIComponent(url)}`]);
    expect(calls.asked).toEqual([]);
    const long = await create(ana, { meeting_name: '💬'.repeat(200) });
    const browser = new Browser(world.url);
    const loggedIn = await browser.submit(`/login/?next=${encodeURIComponent(long)}`, {
      username: ana.email,
      password: 'a long enough secret',
    });
    expect([loggedIn.status, loggedIn.headers.get('location')]).toEqual([302, long]);
  });

  it('reject links that were changed', async () => {
    const browser = await browserOf(ana);
    const url = await create();
    const [path, token] = url.split('bigbluebutton=');
    const [payload, signature] = token.split('.');
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), meetingId: 'another' }),
    ).toString('base64url');
    calls.asked.length = 0;
    for (const wrong of [
      '',
      '.',
      payload,
      `${payload}.`,
      `${other}.${signature}`,
      `${payload}.${signature}.x`,
      `${payload}.${signature.replace(/./, 'ü')}`,
      'x'.repeat(3_000),
      'x'.repeat(9_000),
    ]) {
      const { status } = await browser.send('GET', `${path}bigbluebutton=${encodeURIComponent(wrong)}`);
      expect(status).toBe(400);
    }
    expect((await browser.send('GET', '/calls/bigbluebutton/join')).status).toBe(400);
    expect(calls.asked).toEqual([]);
  });

  it('show an error page when the other server fails', async () => {
    const browser = await browserOf(ana);
    const url = await create();
    calls.status = 500;
    const { status, text } = await browser.get(url);
    calls.status = 200;
    expect(status).toBe(400);
    expect(text).toContain('Error connecting to the BigBlueButton server.');
  });

  it('require a name of 1 to 200 characters, and an account', async () => {
    const path = 'calls/bigbluebutton/create';
    for (const parameters of [
      {},
      { meeting_name: '' },
      { meeting_name: 'x'.repeat(201) },
      { meeting_name: 'a\0b' },
      { meeting_name: 'x', voice_only: 'yes' },
    ])
      expect((await ana.get(path, parameters)).status).toBe(400);
    expect((await world.request('GET', path, { meeting_name: 'x' })).status).toBe(401);
  });

  it('use the configured provider: the Jitsi server of this server, or another one', async () => {
    const known = async () => (await gus.register({ fetch_event_types: ['realm'] })).state;
    const SERVER = 'https://jitsi.example.org';
    const own = 'https://meet.example.org/calls';
    const isTold = (server: string | null) => ({
      realm_jitsi_server_url: server,
      jitsi_server_url: server ?? SERVER,
      server_jitsi_server_url: SERVER,
    });
    expect(await known()).toMatchObject(isTold(null));
    const queue = await gus.register({});
    for (const written of [own, JSON.stringify(own)])
      await world.owner.ok('PATCH', 'realm', { jitsi_server_url: written });
    expect(await known()).toMatchObject(isTold(own));
    await world.owner.ok('PATCH', 'realm', { jitsi_server_url: 'default' });
    expect(await known()).toMatchObject(isTold(null));
    const told = (await queue.drain()).filter(({ property }) => property === 'jitsi_server_url');
    expect(told).toMatchObject([
      { type: 'realm', op: 'update', value: own },
      { type: 'realm', op: 'update', value: null },
    ]);
    await expectFreshSnapshot(queue);
    expect((await gus.patch('realm', { jitsi_server_url: own })).status).toBe(400);
  });

  it('offer BigBlueButton only if the operator configured it', async () => {
    const { state } = await ana.register({ fetch_event_types: ['realm'] });
    expect(state.realm_available_video_chat_providers).toHaveProperty('big_blue_button', {
      name: 'BigBlueButton',
      id: 4,
    });
    await world.owner.ok('PATCH', 'realm', { video_chat_provider: 4 });
    const other = await World.start();
    try {
      const { body } = await other.owner.get('calls/bigbluebutton/create', { meeting_name: 'x' });
      expect(body).toEqual(NOT_CONFIGURED);
      const { state: there } = await other.owner.register({ fetch_event_types: ['realm'] });
      expect(there.realm_available_video_chat_providers).not.toHaveProperty('big_blue_button');
      expect((await other.owner.patch('realm', { video_chat_provider: 4 })).body.code).toBe('BAD_REQUEST');
    } finally {
      await other.stop();
    }
  });
});
