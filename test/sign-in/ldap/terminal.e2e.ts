import { Person } from '../../support/person';
import { PythonLibrary } from '../../support/python-library';
import { World } from '../../support/world';
import { EVENT_TYPES, FETCH_EVENT_TYPES } from '../../support/zulip-terminal';
import { addDirectory } from './directory-provider';
import { describeWithSlapd, Slapd } from './slapd';

const NAME = 'ZulipTerminal/0.7.0 Linux';

/** The requests of the terminal client at its first start: it knows a name and a password of the directory. */
describeWithSlapd('zulip-terminal with a directory', () => {
  let world: World;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.start();
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    await addDirectory(world, slapd);
    await slapd.addPerson('tara');
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  /** The form of the client: any other status than 200 asks again. */
  const logIn = async (username: string, password: string) => {
    const response = await fetch(`${world.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
      headers: { 'user-agent': NAME },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('asks for "Email or Username", takes a name of the directory, and works with the key', async () => {
    const settings = (await world.request('GET', 'server_settings')).body;
    expect(settings).toMatchObject({ require_email_format_usernames: false, email_auth_enabled: true });
    expect((await logIn('tara', 'not the password')).status).toBe(401);
    const { status, body } = await logIn('tara', 'tara password');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ email: 'tara@example.org', api_key: expect.stringMatching(/^\w{32}$/) }),
    ]);
    const tara = new Person(world, body.user_id as number, 'tara@example.org', 'Tara Directory', String(body.api_key));
    const terminal = await PythonLibrary.construct(tara, { name: NAME });
    const state = await terminal.ok('POST', 'register', {
      event_types: EVENT_TYPES,
      fetch_event_types: FETCH_EVENT_TYPES,
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
      narrow: [],
    });
    expect(state).toMatchObject({ user_id: tara.id, full_name: 'Tara Directory' });
    const { queue_id, last_event_id } = state;
    const sent = { type: 'private', to: [tara.id], content: 'Hello', read_by_sender: true };
    const { id } = await terminal.ok('POST', 'messages', sent);
    const events = await terminal.ok('GET', 'events', { queue_id, last_event_id });
    expect(events.events).toEqual([expect.objectContaining({ message: expect.objectContaining({ id }) })]);
  });

  it('logs in with the address, too', async () => {
    expect((await logIn('tara@example.org', 'tara password')).status).toBe(200);
  });
});
