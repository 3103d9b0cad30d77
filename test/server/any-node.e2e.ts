import { Browser } from '../support/browser';
import { fetchFile, statusOf, uploaded } from '../support/files';
import { makeGroup } from '../support/groups';
import { inSeconds } from '../support/later';
import type { ApiResponse, Parameters, Person } from '../support/person';
import { png, shown, upload } from '../support/picture-uploads';
import { changed, fetchMessage, flagsOf, unreadsOf } from '../support/reading';
import { gone, messagesIn, Scheduler } from '../support/scheduler';
import { World } from '../support/world';

/**
 * A change that one node has acknowledged holds at another with the next request: for each cached kind of object, with
 * the other node's cache filled before. `PARLEY_TEST_NODES=2` runs any other file like this, its requests in turns.
 */
describe('any node, any request', () => {
  const [HERE, THERE] = [0, 1];
  let world: World;
  let ana: Person;
  let ben: Person;
  let owner: Person;
  beforeAll(async () => {
    world = await World.start({}, 2);
    ({ owner } = world);
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await owner.subscribe('plans', { principals: [owner.id, ana.id, ben.id] });
  });
  afterAll(() => world.stop());

  /** What differs with each request. */
  const stateAt = async (node: number, person: Person) => {
    const { state } = await person.at(node).register();
    const { queue_id, server_timestamp, ...same } = state;
    return [same, typeof queue_id, typeof server_timestamp];
  };
  const said = async (person: Person, content: string) => {
    const id = await person.send('plans', 'any', content);
    return (await fetchMessage(person, id)).content;
  };
  const refused = ({ status, body }: ApiResponse) => [status, body.code];

  describe('show and send what another node changed', () => {
    it('the same state, on every node', async () => {
      await owner.at(HERE).ok('PATCH', 'realm', { description: 'one of two' });
      expect(await stateAt(THERE, ana)).toEqual(await stateAt(HERE, ana));
    });

    it('messages, their edits, reactions, flags and deletions', async () => {
      const id = await ana.at(HERE).send('plans', 'any', 'first');
      expect((await fetchMessage(ben.at(THERE), id)).content).toBe('<p>first</p>');
      await ana.at(THERE).ok('PATCH', `messages/${id}`, { content: 'second' });
      await ben.at(HERE).ok('POST', `messages/${id}/reactions`, { emoji_name: 'tada' });
      const message = await fetchMessage(ben.at(THERE), id);
      expect([message.content, (message.reactions as unknown[]).length]).toEqual(['<p>second</p>', 1]);
      expect(await changed(ben.at(HERE), 'add', 'starred', [id])).toEqual([id]);
      expect(await flagsOf(ben.at(THERE), id)).toEqual(['starred']);
      await ben.at(HERE).ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
      expect(await flagsOf(ben.at(THERE), id)).toEqual(['read', 'starred']);
      await owner.at(THERE).ok('DELETE', `messages/${id}`);
      expect((await ben.at(HERE).get(`messages/${id}`)).status).toBe(400);
    });

    it('words of a message that was just sent', async () => {
      const narrow = [{ operator: 'search', operand: 'xylophone' }];
      const find = async () =>
        (await ben.at(THERE).ok('GET', 'messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow })).messages;
      expect(await find()).toEqual([]);
      const id = await ana.at(HERE).send('plans', 'any', 'a xylophone');
      expect(await find()).toMatchObject([{ id }]);
    });

    it('names of users, channels and groups', async () => {
      await said(ben.at(THERE), 'warm @**Ana Example**');
      await owner.at(HERE).ok('PATCH', `users/${ana.id}`, { full_name: 'Ana Renamed' });
      const { members } = await ben.at(THERE).ok('GET', 'users');
      expect(members).toContainEqual(expect.objectContaining({ user_id: ana.id, full_name: 'Ana Renamed' }));
      await ana.at(HERE).subscribe('fresh');
      await makeGroup(ana.at(HERE), 'makers', [ben]);
      const html = await said(ben.at(THERE), '@**Ana Renamed** #**fresh** @*makers*');
      expect(html).toMatch(/@Ana Renamed<.*#fresh<.*@makers</);
    });

    it('emoji, linkifiers and alert words', async () => {
      const text = ':robot_face: TICKET-7 lighthouse';
      await said(ben.at(THERE), text);
      expect((await upload(owner.at(HERE), 'realm/emoji/robot_face', [await png(64)])).status).toBe(200);
      const pattern = 'TICKET-(?P<id>[0-9]+)';
      const { id } = await owner
        .at(HERE)
        .ok('POST', 'realm/filters', { pattern, url_template: 'https://t.example.org/{id}' });
      await ana.at(HERE).ok('POST', 'users/me/alert_words', { alert_words: ['lighthouse'] });
      const sent = await ben.at(THERE).send('plans', 'any', text);
      const { content } = await fetchMessage(ben.at(HERE), sent);
      expect(content).toMatch(/alt=":robot_face:".*href="https:\/\/t.example.org\/7"/);
      expect(await flagsOf(ana.at(HERE), sent)).toEqual(['has_alert_word']);
      await owner.at(HERE).ok('DELETE', `realm/filters/${id as number}`);
      await owner.at(HERE).ok('DELETE', 'realm/emoji/robot_face');
      expect(await said(ben.at(THERE), text)).not.toMatch(/emoji\/images|t\.example\.org/);
    });

    it('muted users', async () => {
      await ben.at(THERE).send('plans', 'muting', 'heard');
      await ana.at(HERE).ok('POST', `users/me/muted_users/${ben.id}`);
      const id = await ben.at(THERE).send('plans', 'muting', 'unheard');
      expect(await flagsOf(ana.at(THERE), id)).toEqual(['read']);
      await ana.at(HERE).ok('DELETE', `users/me/muted_users/${ben.id}`);
      expect(await flagsOf(ana.at(HERE), await ben.at(THERE).send('plans', 'muting', 'again'))).toEqual([]);
    });

    it('drafts, statuses, muted topics and unread counts', async () => {
      const before = (await unreadsOf(ana.at(THERE))).count;
      const id = await ben.at(HERE).send('plans', 'counted', 'one more');
      expect((await unreadsOf(ana.at(THERE))).count).toBe(before + 1);
      await ana.at(THERE).ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
      expect((await unreadsOf(ana.at(HERE))).count).toBe(before);
      const draft = { type: 'stream', to: [await ana.channelId('plans')], topic: 't', content: 'later' };
      const { ids } = await ana.at(HERE).ok('POST', 'drafts', { drafts: [draft] });
      expect((await ana.at(THERE).ok('GET', 'drafts')).drafts).toMatchObject([{ id: (ids as number[])[0] }]);
      await ana.at(HERE).ok('POST', 'users/me/status', { status_text: 'travelling' });
      expect((await ben.at(THERE).ok('GET', `users/${ana.id}/status`)).status).toMatchObject({
        status_text: 'travelling',
      });
      const muted = { stream_id: await ana.channelId('plans'), topic: 'counted', visibility_policy: 1 };
      await ana.at(HERE).ok('POST', 'user_topics', muted);
      expect((await ana.at(THERE).register({ fetch_event_types: ['user_topic'] })).state.user_topics).toContainEqual(
        expect.objectContaining({ topic_name: 'counted', visibility_policy: 1 }),
      );
    });

    it('files and pictures, byte for byte', async () => {
      const address = await uploaded(ana.at(HERE), 'notes.txt', 'what was noted');
      const file = await fetchFile(world.at(THERE), address, ana);
      expect([file.status, await file.text()]).toEqual([200, 'what was noted']);
      expect(await statusOf(world.at(THERE), address, ben)).toBe(404);
      await ana.at(HERE).send('plans', 'any', `[notes](${address})`);
      expect(await statusOf(world.at(THERE), address, ben)).toBe(200);
      const { body } = await upload(ana.at(THERE), 'users/me/avatar', [await png(90)]);
      const [here, there] = await Promise.all([
        shown(body.avatar_url as string, world.at(HERE).url),
        shown(body.avatar_url as string, world.at(THERE).url),
      ]);
      expect(there.status).toBe(200);
      expect(here.bytes.equals(there.bytes)).toBe(true);
    });
  });

  describe('apply permissions that another node changed', () => {
    it('by settings of the organization', async () => {
      const id = await ana.at(THERE).send('plans', 'any', 'may be edited');
      await ana.at(THERE).ok('PATCH', `messages/${id}`, { content: 'was edited' });
      await owner.at(HERE).ok('PATCH', 'realm', { allow_message_editing: false });
      expect((await ana.at(THERE).patch(`messages/${id}`, { content: 'once more' })).status).toBe(400);
      await owner.at(HERE).ok('PATCH', 'realm', { allow_message_editing: true });
      await ana.at(THERE).ok('PATCH', `messages/${id}`, { content: 'and again' });
    });

    it('by roles and nested groups', async () => {
      const cleo = await world.member('cleo');
      const [inner, outer] = [await makeGroup(owner, 'inner', []), await makeGroup(owner, 'outer', [])];
      await owner.at(HERE).ok('POST', `user_groups/${outer}/subgroups`, { add: [inner] });
      const channel = await owner.channelId('plans');
      await owner.at(HERE).ok('PATCH', `streams/${channel}`, { can_send_message_group: { new: outer } });
      const message = { type: 'stream', to: channel, topic: 'any', content: 'may I?' };
      await owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [cleo.id] });
      expect((await cleo.at(THERE).post('messages', message)).status).toBe(400);
      await owner.at(HERE).ok('POST', `user_groups/${inner}/members`, { add: [cleo.id] });
      await cleo.at(THERE).ok('POST', 'messages', message);
      await owner.at(HERE).ok('POST', `user_groups/${outer}/subgroups`, { delete: [inner] });
      expect((await cleo.at(THERE).post('messages', message)).status).toBe(400);
      await owner.at(HERE).ok('PATCH', `users/${cleo.id}`, { role: 200 });
      await cleo.at(THERE).ok('PATCH', 'realm', { description: 'by a new administrator' });
      await owner.at(HERE).ok('PATCH', `users/${cleo.id}`, { role: 600 });
      expect((await cleo.at(THERE).patch('realm', { description: 'by a guest' })).status).toBe(400);
      const everybody = (await groupsByName())['role:everyone'];
      await owner.at(HERE).ok('PATCH', `streams/${channel}`, { can_send_message_group: { new: everybody } });
    });

    it('by subscriptions of a private channel, in answers and events', async () => {
      await owner.at(HERE).subscribe('closed', { invite_only: true, principals: [owner.id, ben.id] });
      const id = await owner.at(HERE).send('closed', 'any', 'for two');
      const queue = await ben.at(THERE).register({ event_types: ['message'] });
      await fetchMessage(ben.at(THERE), id);
      const later = (content: string) => owner.at(HERE).send('closed', 'any', content);
      const heard = await later('still here');
      await queue.until(({ message }) => (message as { id: number } | undefined)?.id === heard);
      await owner.at(HERE).ok('DELETE', 'users/me/subscriptions', { subscriptions: ['closed'], principals: [ben.id] });
      expect(refused(await ben.at(THERE).get(`messages/${id}`))).toEqual([400, 'BAD_REQUEST']);
      await later('without him');
      await queue.drain();
      expect(messagesIn(queue).map((message) => message.id)).toEqual([heard]);
    });

    it('to channels that are archived, and restored under another name', async () => {
      await owner.at(HERE).subscribe('moving', { principals: [owner.id, ben.id] });
      const channel = await owner.channelId('moving');
      await ben.at(THERE).send('moving', 'any', 'in time');
      const message: Parameters = { type: 'stream', to: channel, topic: 'any', content: 'too late?' };
      await owner.at(HERE).ok('DELETE', `streams/${channel}`);
      expect((await ben.at(THERE).post('messages', message)).status).toBe(400);
      await owner.at(HERE).ok('PATCH', `streams/${channel}`, { is_archived: false, new_name: 'moved' });
      await ben.at(THERE).send('moved', 'any', 'not too late');
    });
  });

  describe('accept credentials that another node created, and reject those that it ended', () => {
    it('keys', async () => {
      const dan = await world.member('dan');
      await dan.at(THERE).ok('GET', 'users/me');
      const { api_key: key } = await dan.at(HERE).ok('POST', 'users/me/api_key/regenerate');
      expect(refused(await dan.at(THERE).get('users/me'))).toEqual([401, 'UNAUTHORIZED']);
      const authorization = `Basic ${Buffer.from(`${dan.email}:${key as string}`).toString('base64')}`;
      expect((await world.at(THERE).request('GET', 'users/me', {}, authorization)).status).toBe(200);
    });

    it('sessions, with their tokens against other sites', async () => {
      const here = new Browser(world.at(HERE).url);
      await here.logIn(ana.email);
      const there = new Browser(world.at(THERE).url);
      for (const [name, value] of here.cookies) there.cookies.set(name, value);
      expect((await there.json('POST', 'messages/render', { content: 'x' })).status).toBe(200);
      expect((await there.json('POST', 'messages/render', { content: 'x' }, { csrf: 'forged' })).status).toBe(403);
      await here.submit('/accounts/logout/');
      expect((await there.json('GET', 'sessions')).status).toBe(401);
    });

    it('accounts', async () => {
      const eve = await world.member('eve');
      await eve.at(THERE).ok('GET', 'users/me');
      await owner.at(HERE).ok('DELETE', `users/${eve.id}`);
      expect(refused(await eve.at(THERE).get('users/me'))).toEqual([401, 'USER_DEACTIVATED']);
      await owner.at(HERE).ok('POST', `users/${eve.id}/reactivate`);
      await eve.logInAgain();
      await eve.at(THERE).ok('GET', 'users/me');
    });
  });

  describe('continue the work of another node', () => {
    it('with a queue: every event once, in order, on every node', async () => {
      const queue = await ben.at(HERE).register({ event_types: ['message'] });
      const polled = [ben.at(THERE), ben.at(HERE)];
      const [sent, heard]: number[][] = [[], []];
      for (let turn = 0, last = -1; turn < 12; turn++) {
        sent.push(await ana.at(turn % 3 ? HERE : THERE).send('plans', 'queue', `turn ${turn}`));
        while (heard.length < sent.length) {
          const poll = { queue_id: queue.id, last_event_id: last };
          const { events } = await polled[turn % 2].ok('GET', 'events', poll);
          for (const { id, message } of events as { id: number; message: { id: number } }[]) {
            last = id;
            heard.push(message.id);
          }
        }
      }
      expect(heard).toEqual(sent);
    });

    it('with scheduled messages: once, though every node looks for them', async () => {
      const queue = await ben.at(THERE).register({ event_types: ['message'] });
      const mine = await ana.at(HERE).register({ event_types: ['scheduled_messages'] });
      const channel = await ana.channelId('plans');
      const [here, there] = [new Scheduler(ana.at(HERE), channel), new Scheduler(ana.at(THERE), channel)];
      const ids = [await here.schedule({ content: 'one' }), await there.schedule({ content: 'two' })];
      expect((await there.edit(ids[0], { scheduled_delivery_timestamp: inSeconds(7_200) })).status).toBe(200);
      await here.due(ids);
      for (const id of ids) await mine.until(gone(id));
      await queue.drain();
      expect(
        messagesIn(queue)
          .map(({ content }) => content)
          .sort(),
      ).toEqual(['one', 'two']);
    });

    it('with a repeated send that may have arrived', async () => {
      const queue = await ana.at(HERE).register({ event_types: ['message'] });
      const local = { queue_id: queue.id, local_id: '12.01' };
      const first = await ana.at(HERE).send('plans', 'any', 'once', local);
      expect(await ana.at(THERE).send('plans', 'any', 'once', local)).toBe(first);
    });
  });

  const groupsByName = async () => {
    const { user_groups } = await owner.ok('GET', 'user_groups');
    return Object.fromEntries((user_groups as { id: number; name: string }[]).map(({ id, name }) => [name, id]));
  };
});
