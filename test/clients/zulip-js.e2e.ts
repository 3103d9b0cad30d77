import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Person } from '../support/person';
import { World } from '../support/world';

interface ZulipEvent {
  type: string;
  message: { id: number; content: string; sender_full_name: string; display_recipient: unknown; subject: string };
}

interface Client {
  queues: {
    register(parameters: object): Promise<Record<string, unknown>>;
    deregister(parameters: object): Promise<Record<string, unknown>>;
  };
  messages: {
    send(parameters: object): Promise<{ result: string; id: number; msg: string }>;
    retrieve(parameters: object): Promise<{ messages: { id: number; content: string; flags: string[] }[] }>;
    render(content: string): Promise<{ rendered: string }>;
    flags: {
      add(parameters: object): Promise<{ messages: number[] }>;
      remove(parameters: object): Promise<{ messages: number[] }>;
    };
  };
  streams: {
    retrieve(): Promise<{ streams: { name: string; stream_id: number }[] }>;
    getStreamId(name: string): Promise<{ stream_id: number }>;
    subscriptions: { retrieve(): Promise<{ subscriptions: { name: string }[] }> };
  };
  users: {
    retrieve(): Promise<{ members: { full_name: string }[] }>;
    create(parameters: object): Promise<{ result: string }>;
    me: {
      getProfile(): Promise<{ user_id: number }>;
      subscriptions: {
        add(parameters: object): Promise<{ subscribed: Record<string, string[]> }>;
        remove(parameters: object): Promise<{ removed: string[] }>;
      };
    };
  };
}

// The package as npm has it: no types, no changes.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const zulip = require('zulip-js') as (configuration: object) => Promise<Client>;

describe('zulip-js', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let directory: string;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    directory = mkdtempSync(join(tmpdir(), 'parley-zuliprc-'));
  });
  afterAll(async () => {
    await world.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const withKey = (person: Person) => zulip({ username: person.email, apiKey: person.key, realm: world.url });

  const listening: ChildProcess[] = [];
  afterAll(() => listening.forEach((child) => child.kill()));

  const queuesOf = async (person: Person) =>
    (await world.sql('SELECT 1 FROM event_queue WHERE user_id = $1', [person.id])).length;

  /** Another process with the unmodified client, as a bot would be; what it hears, awaited one by one. */
  async function listen(person: Person): Promise<() => Promise<ZulipEvent>> {
    const before = await queuesOf(person);
    const child = spawn(process.execPath, [join(__dirname, 'listener.js'), world.url, person.email, person.key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    listening.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    while ((await queuesOf(person)) === before); // the library does not say when it listens
    return async () => JSON.parse((await lines.next()).value as string) as ZulipEvent;
  }

  it('logs in with a password, and with a zuliprc', async () => {
    const byPassword = await zulip({ username: ana.email, password: 'a long enough secret', realm: world.url });
    expect((await byPassword.users.me.getProfile()).user_id).toBe(ana.id);
    const zuliprc = join(directory, 'zuliprc');
    writeFileSync(zuliprc, `[api]\nemail=${bo.email}\nkey=${bo.key}\nsite=${world.url}\n`);
    expect((await (await zulip({ zuliprc })).users.me.getProfile()).user_id).toBe(bo.id);
  });

  it('holds a conversation with another one, in real time', async () => {
    const [a, b] = [await withKey(ana), await withKey(bo)];
    const made = await a.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'verona' }]) });
    expect(made.subscribed[String(ana.id)]).toEqual(['verona']);
    await b.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'verona' }]) });

    const [heardByA, heardByB] = [await listen(ana), await listen(bo)];

    const { id: question } = await a.messages.send({
      to: 'verona',
      type: 'stream',
      subject: 'castle',
      content: 'Anybody **there**?',
    });
    expect((await heardByB()).message).toMatchObject({
      id: question,
      content: 'Anybody **there**?',
      sender_full_name: 'Ana Example',
      display_recipient: 'verona',
      subject: 'castle',
    });
    expect((await heardByA()).message.id).toBe(question);

    const { id: answer } = await b.messages.send({ to: [ana.id], type: 'private', content: 'Yes!' });
    expect((await heardByA()).message).toMatchObject({ id: answer, content: 'Yes!', sender_full_name: 'Bo Example' });
    expect((await heardByB()).message.id).toBe(answer);
  });

  it('reads history with a narrow, and sets flags', async () => {
    const a = await withKey(ana);
    await ana.subscribe('padua');
    const id = await ana.send('padua', 'shrew', 'taming');
    const { messages } = await a.messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'stream', operand: 'padua' },
        { operator: 'topic', operand: 'shrew' },
      ],
    });
    expect(messages.map((message) => message.id)).toEqual([id]);
    expect((await a.messages.flags.add({ messages: [id], flag: 'starred' })).messages).toEqual([id]);
    expect((await a.messages.flags.remove({ messages: [id], flag: 'starred' })).messages).toEqual([id]);
  });

  it('lists channels, subscriptions and people, and renders', async () => {
    const a = await withKey(ana);
    const { streams } = await a.streams.retrieve();
    const general = streams.find(({ name }) => name === 'general')!;
    expect((await a.streams.getStreamId('general')).stream_id).toBe(general.stream_id);
    expect((await a.streams.subscriptions.retrieve()).subscriptions.map(({ name }) => name)).toContain('general');
    expect((await a.users.retrieve()).members.map(({ full_name }) => full_name)).toContain('Bo Example');
    expect((await a.messages.render('*hi*')).rendered).toBe('<p><em>hi</em></p>');
  });

  it('gets the documented error back as an answer', async () => {
    const a = await withKey(ana);
    expect(await a.messages.send({ to: 'atlantis', type: 'stream', subject: 'x', content: 'x' })).toMatchObject({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'atlantis',
    });
  });
});
