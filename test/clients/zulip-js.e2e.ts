import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Person } from '../support/person';
import { zulip } from '../support/zulip-js';
import { World } from '../support/world';

interface ZulipEvent {
  type: string;
  message: { id: number; content: string; sender_full_name: string; display_recipient: unknown; subject: string };
}

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
  afterAll(async () => {
    const gone = listening.map((child) => once(child, 'exit'));
    listening.forEach((child) => child.kill());
    await Promise.all(gone);
  });

  const queuesOf = async (person: Person) =>
    (await world.sql('SELECT 1 FROM event_queue WHERE user_id = $1', [person.id])).length;

  /** A process with the unmodified client, as a bot would use it; its output is awaited one by one. */
  async function listen(person: Person): Promise<() => Promise<ZulipEvent>> {
    const before = await queuesOf(person);
    const child = spawn(process.execPath, [join(__dirname, 'listener.js'), world.url, person.email, person.key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    listening.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    while ((await queuesOf(person)) === before); // The library does not say when it polls.
    return async () => JSON.parse((await lines.next()).value as string) as ZulipEvent;
  }

  /** The first message event of a queue. */
  async function heardOf(client: Awaited<ReturnType<typeof withKey>>, queue_id: string, last: number): Promise<number> {
    const { events } = await client.events.retrieve({ queue_id, last_event_id: last, dont_block: false });
    const told = events.find(({ type }) => type === 'message');
    return told?.message?.id ?? heardOf(client, queue_id, Math.max(last, ...events.map(({ id }) => id)));
  }

  it('logs in with a password, and with a zuliprc', async () => {
    const byPassword = await zulip({ username: ana.email, password: 'a long enough secret', realm: world.url });
    expect((await byPassword.users.me.getProfile()).user_id).toBe(ana.id);
    const zuliprc = join(directory, 'zuliprc');
    writeFileSync(zuliprc, `[api]\nemail=${bo.email}\nkey=${bo.key}\nsite=${world.url}\n`);
    expect((await (await zulip({ zuliprc })).users.me.getProfile()).user_id).toBe(bo.id);
  });

  it('exchanges messages with another client, in real time', async () => {
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

  it('lists channels, subscriptions and users, and renders', async () => {
    const a = await withKey(ana);
    const { streams } = await a.streams.retrieve();
    const general = streams.find(({ name }) => name === 'general')!;
    expect((await a.streams.getStreamId('general')).stream_id).toBe(general.stream_id);
    expect((await a.streams.subscriptions.retrieve()).subscriptions.map(({ name }) => name)).toContain('general');
    expect((await a.users.retrieve()).members.map(({ full_name }) => full_name)).toContain('Bo Example');
    expect((await a.messages.render('*hi*')).rendered).toBe('<p><em>hi</em></p>');
  });

  it('edits its message, reads the history, and deletes it, with all parameters in the address', async () => {
    const a = await withKey(ana);
    await ana.subscribe('padua');
    const { id: message_id } = await a.messages.send({ to: 'padua', type: 'stream', topic: 'lute', content: 'first' });
    const content = 'second & last?';
    expect(
      await a.messages.update({ message_id, content, topic: 'lutes', propagate_mode: 'change_one' }),
    ).toMatchObject({
      result: 'success',
    });
    expect(await a.messages.getById({ message_id })).toMatchObject({
      raw_content: content,
      message: { id: message_id },
    });
    const { message_history: past } = await a.messages.getHistoryById({ message_id });
    expect(past.map((one) => [one.topic, one.content])).toEqual([
      ['lute', 'first'],
      ['lutes', content],
    ]);
    expect(await a.messages.deleteById({ message_id })).toMatchObject({ result: 'success' });
    expect(await a.messages.getById({ message_id })).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('adds a reaction, and removes it in two ways', async () => {
    const a = await withKey(ana);
    const { id: message_id } = await a.messages.send({ to: [bo.id], type: 'private', content: 'Well?' });
    const reaction = { message_id, emoji_name: 'tada' };
    const reactions = async () => (await a.messages.getById({ message_id })).message.reactions;
    for (const takeBack of [a.reactions.remove, a.messages.deleteReactionById]) {
      expect(await a.reactions.add(reaction)).toMatchObject({ result: 'success' });
      expect(await reactions()).toMatchObject([{ emoji_name: 'tada', user_id: ana.id }]);
      expect(await takeBack(reaction)).toMatchObject({ result: 'success' });
      expect(await reactions()).toEqual([]);
    }
  });

  it('sends typing notifications, to one user as a number and to several as a list', async () => {
    const a = await withKey(ana);
    const { queue_id, last_event_id } = await (await withKey(bo)).queues.register({ event_types: ['typing'] });
    for (const to of [[bo.id], bo.id, [bo.id, world.owner.id]])
      expect(await a.typing.send({ op: 'start', to: typeof to === 'number' ? String(to) : to })).toMatchObject({
        result: 'success',
      });
    const { events } = await (await withKey(bo)).events.retrieve({ queue_id, last_event_id, dont_block: false });
    expect(events[0]).toMatchObject({ type: 'typing', op: 'start', sender: { user_id: ana.id } });
  });

  it('registers a queue, with types or with the word null for all, and deletes it', async () => {
    const a = await withKey(ana);
    for (const event_types of [['message'], null]) {
      const { queue_id, last_event_id } = await a.queues.register({ event_types });
      const { id } = await a.messages.send({ to: [ana.id], type: 'private', content: 'To myself' });
      expect(await heardOf(a, queue_id, last_event_id)).toBe(id);
      expect(await a.queues.deregister({ queue_id })).toMatchObject({ result: 'success' });
      expect(await a.events.retrieve({ queue_id, last_event_id, dont_block: true })).toMatchObject({
        result: 'error',
        code: 'BAD_EVENT_QUEUE_ID',
      });
    }
  });

  it('subscribes and unsubscribes, lists topics, and archives a channel', async () => {
    const owner = await withKey(world.owner);
    await owner.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'milan' }]) });
    const { stream_id } = await owner.streams.getStreamId({ stream: 'milan' });
    const { id } = await owner.messages.send({ to: stream_id, type: 'stream', topic: 'duke', content: 'x' });
    expect((await owner.streams.topics.retrieve({ stream_id })).topics).toContainEqual({ name: 'duke', max_id: id });
    const subscriptions = JSON.stringify(['milan']);
    expect((await owner.users.me.subscriptions.remove({ subscriptions })).removed).toEqual(['milan']);
    expect(await owner.streams.deleteById({ stream_id })).toMatchObject({ result: 'success' });
    expect((await owner.streams.retrieve()).streams.map(({ name }) => name)).not.toContain('milan');
  });

  it('creates an account, and reads one user by a bare number', async () => {
    const owner = await withKey(world.owner);
    const account = { email: 'cy@example.org', password: 'a long enough secret', full_name: 'Cy', short_name: 'cy' };
    const { user_id } = await owner.users.create(account);
    const { members } = await owner.users.retrieve({ user_ids: [user_id], client_gravatar: true });
    expect(members).toMatchObject([{ user_id, full_name: 'Cy' }]);
  });

  it('reads server settings, emoji, linkifiers and alert words', async () => {
    const a = await zulip({ username: ana.email, apiKey: ana.key, realm: `${world.url}/api` });
    expect(await a.server.settings()).toMatchObject({ zulip_feature_level: 431, realm_uri: world.url });
    expect((await a.emojis.retrieve()).emoji).toEqual({});
    expect((await a.filters.retrieve()).filters).toEqual([]);
    await ana.ok('POST', 'users/me/alert_words', { alert_words: ['lute'] });
    expect((await a.users.me.alertWords.retrieve()).alert_words).toEqual(['lute']);
    expect((await a.callEndpoint('/users/me', 'GET')).user_id).toBe(ana.id);
    expect((await a.callEndpoint('users/me/status', 'POST', { status_text: 'away' })).result).toBe('success');
    expect((await a.callEndpoint('settings', 'PATCH', { enter_sends: true })).result).toBe('success');
  });

  it('receives JSON errors for operations that do not exist and for a wrong password', async () => {
    const a = await withKey(ana);
    for (const answer of [await a.users.me.pointer.retrieve(), await a.users.me.pointer.update(5)])
      expect(answer).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    const anonymous = await zulip({ username: ana.email, password: 'wrong', realm: world.url });
    expect(await anonymous.accounts.retrieve()).toMatchObject({ result: 'error', code: 'AUTHENTICATION_FAILED' });
    expect(await anonymous.users.me.getProfile()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' });
  });

  it('receives the documented error as an answer', async () => {
    const a = await withKey(ana);
    expect(await a.messages.send({ to: 'atlantis', type: 'stream', subject: 'x', content: 'x' })).toMatchObject({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'atlantis',
    });
  });
});
