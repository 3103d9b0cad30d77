import type { Event, EventQueue } from './support/event-queue';
import { expectFreshSnapshot } from './support/fold';
import { comeDue, inSeconds } from './support/later';
import type { Parameters, Person } from './support/person';
import { flagsOf } from './support/reading';
import { World } from './support/world';

interface Scheduled {
  scheduled_message_id: number;
  content: string;
  failed: boolean;
}

describe('scheduled messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let plansId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe(['plans', 'crowd'], { principals: [ana.id, ben.id] });
    plansId = await ana.channelId('plans');
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 15) n WHERE c.name = 'crowd'`,
    );
    await world.sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), $1, c.id, 'busy', 100000 + n, '', '', 1, '', now()
       FROM channel c, generate_series(1, 16) n WHERE c.name = 'plans'`,
      [world.organizationId],
    );
  });
  afterAll(() => world.stop());

  const draft = (parameters: Parameters = {}): Parameters => ({
    type: 'channel',
    to: plansId,
    topic: 'later',
    content: 'See **you**',
    scheduled_delivery_timestamp: inSeconds(3_600),
    ...parameters,
  });
  const schedule = async (parameters: Parameters = {}, person = ana): Promise<number> =>
    (await person.ok('POST', 'scheduled_messages', draft(parameters))).scheduled_message_id as number;
  const list = async (person = ana) => (await person.ok('GET', 'scheduled_messages')).scheduled_messages as Scheduled[];
  const one = async (id: number, person = ana) =>
    (await list(person)).find(({ scheduled_message_id }) => scheduled_message_id === id);
  const edit = (id: number, parameters: Parameters, person = ana) =>
    person.patch(`scheduled_messages/${id}`, parameters);
  const edited = async (id: number, parameters: Parameters) => {
    await ana.ok('PATCH', `scheduled_messages/${id}`, parameters);
    return one(id);
  };
  const due = (ids: number[], secondsAgo = 0) => comeDue(world, 'scheduled_message', ids, secondsAgo);
  const gone = (id: number) => (event: Event) =>
    event.type === 'scheduled_messages' && event.op === 'remove' && event.scheduled_message_id === id;
  const failed = (id: number) => (event: Event) =>
    event.type === 'scheduled_messages' &&
    (event.scheduled_message as Scheduled | undefined)?.failed === true &&
    (event.scheduled_message as Scheduled).scheduled_message_id === id;
  const messages = (queue: EventQueue) =>
    queue.seen.filter(({ type }) => type === 'message').map(({ message }) => message as Record<string, unknown>);
  const told = (queue: EventQueue) => queue.seen.filter(({ type }) => type === 'scheduled_messages');

  describe('when they are made', () => {
    it('are listed by the time when they are due, with all that they will be', async () => {
      const queue = await ana.register();
      const later = await schedule();
      const at = inSeconds(600);
      const sooner = await schedule({ type: 'direct', to: [ben.id, ana.id], scheduled_delivery_timestamp: at });
      const note = await schedule({
        type: 'private',
        to: [ana.id],
        topic: undefined,
        scheduled_delivery_timestamp: at,
      });
      const common = { content: 'See **you**', rendered_content: '<p>See <strong>you</strong></p>', failed: false };
      const soon = { ...common, type: 'private', scheduled_delivery_timestamp: at };
      const expected = [
        { ...soon, scheduled_message_id: sooner, to: [ben.id] },
        { ...soon, scheduled_message_id: note, to: [ana.id] },
        {
          ...common,
          scheduled_message_id: later,
          type: 'stream',
          to: plansId,
          topic: 'later',
          scheduled_delivery_timestamp: expect.any(Number) as number,
        },
      ];
      expect(await list()).toEqual(expected);
      await queue.drain();
      expect(told(queue)).toMatchObject([
        { op: 'add', scheduled_messages: [expected[2]] },
        { op: 'add', scheduled_messages: [expected[0]] },
        { op: 'add', scheduled_messages: [expected[1]] },
      ]);
      await expectFreshSnapshot(queue);
      expect((await ana.register()).state.scheduled_messages).toEqual(expected);
      expect((await ben.register()).state.scheduled_messages).toEqual([]);
      expect(await list(ben)).toEqual([]);
    });

    it('are normalised as messages are', async () => {
      const id = await schedule({ topic: ' (no topic) ', content: '\n\nhello  \n' });
      expect(await one(id)).toMatchObject({ topic: '', content: 'hello' });
      const long = await schedule({ topic: 't'.repeat(61), content: 'x'.repeat(10_001) });
      expect(await one(long)).toMatchObject({
        topic: `${'t'.repeat(57)}...`,
        content: expect.stringMatching(/^x+\n\[message truncated\]$/) as string,
      });
    });

    it.each<[string, () => Parameters | Promise<Parameters>, Record<string, unknown>]>([
      [
        'for a time that is over',
        () => ({ scheduled_delivery_timestamp: inSeconds(0) }),
        { msg: 'Scheduled delivery time must be in the future.' },
      ],
      [
        'for a time long before',
        () => ({ scheduled_delivery_timestamp: -5 }),
        { msg: 'Scheduled delivery time must be in the future.' },
      ],
      [
        'for a time after all time',
        () => ({ scheduled_delivery_timestamp: 10 ** 15 }),
        { msg: 'scheduled_delivery_timestamp is too large' },
      ],
      [
        'for a time that is no integer',
        () => ({ scheduled_delivery_timestamp: '1.5' }),
        { msg: 'scheduled_delivery_timestamp is not an integer' },
      ],
      [
        'without a time',
        () => ({ scheduled_delivery_timestamp: undefined }),
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'scheduled_delivery_timestamp' },
      ],
      ['of no type', () => ({ type: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'type' }],
      ['of another type', () => ({ type: 'letter' }), { msg: 'Invalid type' }],
      ['to nobody', () => ({ to: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'to' }],
      ['without content', () => ({ content: undefined }), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' }],
      ['with empty content', () => ({ content: ' \n' }), { msg: 'Message must not be empty' }],
      ['with a null in it', () => ({ content: 'a\0b' }), { msg: 'Message must not contain null bytes' }],
      ['without a topic', () => ({ topic: undefined }), { msg: 'Missing topic' }],
      [
        'with an unprintable topic',
        () => ({ topic: 'a\u0007' }),
        { msg: 'Invalid character in topic, at position 2!' },
      ],
      ['to an unknown channel', () => ({ to: 98_765 }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: 98_765 }],
      ['to a list of channels', () => ({ to: [plansId] }), { msg: 'Invalid data type for channel ID' }],
      ['to a channel by name', () => ({ to: '"plans"' }), { msg: 'Invalid data type for recipients' }],
      [
        'to one person who is no list',
        () => ({ type: 'direct', to: ben.id }),
        { msg: 'Invalid data type for recipients' },
      ],
      [
        'to addresses',
        () => ({ type: 'direct', to: [ben.email] }),
        { msg: 'Recipient list may only contain user IDs' },
      ],
      ['to an empty list', () => ({ type: 'direct', to: [] }), { msg: 'Message must have recipients' }],
      ['to an unknown user', () => ({ type: 'direct', to: [98_765] }), { msg: 'Invalid user ID 98765' }],
      [
        'to too many for @all',
        async () => ({ to: await ana.channelId('crowd'), content: '@**all**' }),
        { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
      ],
      [
        'to too many for @topic',
        () => ({ topic: 'busy', content: '@**topic**' }),
        { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
      ],
    ])('are refused %s', async (_, parameters, error) => {
      const before = await list();
      const { status, body } = await ana.post('scheduled_messages', draft(await parameters()));
      expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', ...error }]);
      expect(await list()).toEqual(before);
    });
  });

  describe('when they are edited', () => {
    it('change what is given, and are told as a whole', async () => {
      const queue = await ana.register();
      const id = await schedule();
      const at = inSeconds(7_200);
      expect(await edited(id, { content: 'Now *this*' })).toMatchObject({ content: 'Now *this*', topic: 'later' });
      expect(await edited(id, { topic: 'sooner' })).toMatchObject({ content: 'Now *this*', topic: 'sooner' });
      expect(await edited(id, { scheduled_delivery_timestamp: at })).toMatchObject({
        scheduled_delivery_timestamp: at,
      });
      expect(await edited(id, { to: await ana.channelId('crowd') })).toMatchObject({
        to: await ana.channelId('crowd'),
        topic: 'sooner',
      });
      expect(await edited(id, { type: 'direct', to: [ben.id] })).toEqual({
        scheduled_message_id: id,
        type: 'private',
        to: [ben.id],
        content: 'Now *this*',
        rendered_content: '<p>Now <em>this</em></p>',
        scheduled_delivery_timestamp: at,
        failed: false,
      });
      expect(await edited(id, { topic: 'nowhere' })).not.toHaveProperty('topic');
      expect(await edited(id, { to: [ana.id] })).toMatchObject({ to: [ana.id] });
      expect(await edited(id, { type: 'stream', to: plansId, topic: 'general chat' })).toMatchObject({
        type: 'stream',
        to: plansId,
        topic: '',
      });
      await queue.drain();
      const updates = told(queue).filter(({ op }) => op === 'update');
      expect(updates).toHaveLength(8);
      expect(updates.at(-1)).toMatchObject({ scheduled_message: (await one(id))! });
      await expectFreshSnapshot(queue);
    });

    it('lose nothing when several requests change different things', async () => {
      const id = await schedule();
      const at = inSeconds(9_000);
      await Promise.all([
        ana.ok('PATCH', `scheduled_messages/${id}`, { content: 'other' }),
        ana.ok('PATCH', `scheduled_messages/${id}`, { topic: 'another' }),
        ana.ok('PATCH', `scheduled_messages/${id}`, { scheduled_delivery_timestamp: at }),
      ]);
      expect(await one(id)).toMatchObject({ content: 'other', topic: 'another', scheduled_delivery_timestamp: at });
    });

    it.each<[string, () => Parameters | Promise<Parameters>, Record<string, unknown>]>([
      ['to nothing new', () => ({}), { msg: 'Nothing to change' }],
      [
        'to a time that is over',
        () => ({ scheduled_delivery_timestamp: inSeconds(0) }),
        { msg: 'Scheduled delivery time must be in the future.' },
      ],
      [
        'to a type without anybody',
        () => ({ type: 'direct' }),
        { msg: 'Recipient required when updating type of scheduled message.' },
      ],
      [
        'to a channel without a topic',
        () => ({ type: 'channel', to: plansId }),
        { msg: 'Topic required when updating scheduled message type to channel.' },
      ],
      ['to another type', () => ({ type: 'letter', to: plansId }), { msg: 'Invalid type' }],
      ['to an unknown channel', () => ({ to: 98_765 }), { code: 'STREAM_DOES_NOT_EXIST', stream_id: 98_765 }],
      ['to people, of the channel type', () => ({ to: [ben.id] }), { msg: 'Invalid data type for channel ID' }],
      [
        'to a channel, of the direct type',
        () => ({ type: 'direct', to: plansId }),
        { msg: 'Invalid data type for recipients' },
      ],
      ['to names', () => ({ type: 'direct', to: ['ben'] }), { msg: 'Recipient list may only contain user IDs' }],
      ['to an unknown user', () => ({ type: 'private', to: [98_765] }), { msg: 'Invalid user ID 98765' }],
      ['to empty content', () => ({ content: '  ' }), { msg: 'Message must not be empty' }],
      ['to an unprintable topic', () => ({ topic: '\u0007' }), { msg: 'Invalid character in topic, at position 1!' }],
      [
        'to call too many',
        async () => ({ to: await ana.channelId('crowd'), content: '@**all**' }),
        { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
      ],
      [
        'to call a busy topic',
        () => ({ topic: 'busy', content: '@**topic**' }),
        { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
      ],
    ])('are not changed %s', async (_, parameters, error) => {
      const id = await schedule();
      const before = await one(id);
      const { status, body } = await edit(id, await parameters());
      expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', ...error }]);
      expect(await one(id)).toEqual(before);
    });

    it('need a topic where one is required', async () => {
      await world.owner.ok('PATCH', `streams/${plansId}`, { topics_policy: 'disable_empty_topic' });
      const id = await schedule();
      for (const topic of ['', '(no topic)', 'general chat']) {
        for (const parameters of [{ topic }, { topic, content: 'other' }, { type: 'channel', to: plansId, topic }]) {
          expect((await edit(id, parameters)).body).toMatchObject({ empty_topic_display_name: 'general chat' });
        }
        expect((await ana.post('scheduled_messages', draft({ topic }))).status).toBe(400);
      }
      await world.owner.ok('PATCH', `streams/${plansId}`, { topics_policy: 'inherit' });
    });
  });

  describe('when they are given up', () => {
    it('are gone and never sent', async () => {
      const queue = await ana.register();
      const id = await schedule();
      await ana.ok('DELETE', `scheduled_messages/${id}`);
      expect(await one(id)).toBeUndefined();
      await queue.until(gone(id));
      await expectFreshSnapshot(queue);
      expect((await ana.delete(`scheduled_messages/${id}`)).body.msg).toBe('Scheduled message does not exist');
    });
  });

  describe('when their time has come', () => {
    it('are sent as they are then, by the one who wrote them', async () => {
      const [mine, his] = [await ana.register(), await ben.register()];
      const id = await schedule({ content: 'Hello @**Ben Example**' });
      await due([id]);
      await mine.until(gone(id));
      const event = await his.until(({ type }) => type === 'message');
      expect(event).toMatchObject({
        flags: ['mentioned'],
        message: { sender_id: ana.id, subject: 'later', display_recipient: 'plans', client: 'ParleyTest' },
      });
      await expectFreshSnapshot(mine);
      expect(messages(mine)).toHaveLength(1);
      const [kept] = await world.sql('SELECT content, topic, rendered_content FROM scheduled_message WHERE id = $1', [
        id,
      ]);
      expect(kept).toEqual({ content: '', topic: '', rendered_content: '' });
      for (const { status, body } of [
        await edit(id, { content: 'too late' }),
        await edit(id, { scheduled_delivery_timestamp: inSeconds(60) }),
        await ana.delete(`scheduled_messages/${id}`),
      ])
        expect([status, body]).toEqual([
          400,
          { result: 'error', msg: 'Scheduled message was already sent', code: 'BAD_REQUEST' },
        ]);
    });

    it('go to people too, and only to these', async () => {
      const [mine, his, hers] = [await ana.register(), await ben.register(), await world.owner.register()];
      await due([await schedule({ type: 'direct', to: [ben.id] })]);
      const { message } = await his.until(({ type }) => type === 'message');
      expect(message).toMatchObject({ type: 'private', sender_id: ana.id, content: 'See **you**' });
      await expectFreshSnapshot(mine);
      await hers.drain();
      expect(messages(hers)).toEqual([]);
    });

    it('are sent in the order in which they are due', async () => {
      const his = await ben.register();
      const ids: number[] = [];
      for (let number = 0; number < 12; number++) ids.push(await schedule({ content: `number ${number}` }));
      const wanted = [...ids].reverse();
      for (const [at, id] of wanted.entries()) {
        await world.sql(`UPDATE scheduled_message SET deliver_at = $2 WHERE id = $1`, [
          id,
          new Date(Date.now() + 300_000 + at * 1000),
        ]);
      }
      await world.sql(`UPDATE scheduled_message SET deliver_at = deliver_at - interval '400 s' WHERE id = ANY ($1)`, [
        ids,
      ]);
      await due([]);
      await his.until(({ message }) => (message as { content?: string } | undefined)?.content === 'number 0');
      expect(messages(his).map(({ content }) => content)).toEqual(
        Array.from({ length: 12 }, (_, at) => `number ${11 - at}`),
      );
    });

    it('are read by their author as he said, and notes to himself are not', async () => {
      const sent = async (parameters: Parameters) => {
        const queue = await ana.register({ event_types: ['message'] });
        await due([await schedule(parameters)]);
        const { message } = await queue.until(({ type }) => type === 'message');
        return flagsOf(ana, (message as { id: number }).id);
      };
      expect(await sent({ read_by_sender: true })).toEqual(['read']);
      expect(await sent({ read_by_sender: false })).toEqual([]);
      expect(await sent({})).toEqual([]);
      expect(await sent({ type: 'direct', to: [ana.id], read_by_sender: true })).toEqual([]);
    });

    it('take the files along that their author has uploaded', async () => {
      const form = new FormData();
      form.append('file', new Blob(['first things first']), 'plan.txt');
      const response = await fetch(`${world.url}/api/v1/user_uploads`, {
        method: 'POST',
        headers: { authorization: ana.authorization },
        body: form,
      });
      const { url } = (await response.json()) as { url: string };
      const id = await schedule({ content: `[plan](${url})` });
      const kept = () => world.sql('SELECT FROM attachment_scheduled_message WHERE scheduled_message_id = $1', [id]);
      expect(await kept()).toHaveLength(1);
      await edited(id, { content: 'none' });
      expect(await kept()).toHaveLength(0);
      await edited(id, { content: `[again](${url})` });
      expect(await kept()).toHaveLength(1);
      await due([id]);
      await (await ana.register()).drain();
      for (;;) {
        const { attachments } = await ana.ok('GET', 'attachments');
        const [{ messages: linking }] = attachments as { messages: object[] }[];
        if (linking.length === 1) break;
      }
      expect(await kept()).toHaveLength(0);
      expect((await fetch(world.url + url, { headers: { authorization: ben.authorization } })).status).toBe(200);
    });
  });

  describe('that cannot be sent', () => {
    const botMessage = async (queue: EventQueue) => {
      const { message } = await queue.until(
        ({ type, message }) =>
          type === 'message' && (message as { sender_full_name: string }).sender_full_name === 'Notification Bot',
      );
      return message as { content: string; type: string };
    };

    it('stay with their author, who is told why, and come back to life with another time', async () => {
      const [cleo, channel] = [await world.member('cleo'), 'closed'];
      await world.owner.subscribe(channel, { principals: [world.owner.id, cleo.id], invite_only: true });
      const to = await cleo.channelId(channel);
      const id = await schedule({ to }, cleo);
      await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel], principals: [cleo.id] });
      const queue = await cleo.register({ apply_markdown: true });
      await due([id]);
      const event = await queue.until(failed(id));
      expect(event).toMatchObject({ op: 'update', scheduled_message: { failed: true, content: 'See **you**' } });
      const { content, type } = await botMessage(queue);
      expect(type).toBe('private');
      expect(content).toContain(
        `Channel with ID '${to}' does not exist`.replaceAll("'", content.includes('&#39;') ? '&#39;' : "'"),
      );
      expect(content).toContain('href="#scheduled"');
      expect(await one(id, cleo)).toMatchObject({ failed: true });
      await expectFreshSnapshot(queue);

      const revive = (parameters: Parameters) => cleo.patch(`scheduled_messages/${id}`, parameters);
      expect((await revive({ topic: 'x' })).body.msg).toBe('Scheduled delivery time must be in the future.');
      expect((await revive({ type: 'channel', to: plansId, topic: 'x' })).body.msg).toBe(
        'Scheduled delivery time must be in the future.',
      );
      const at = inSeconds(3_600);
      expect((await revive({ content: 'again', scheduled_delivery_timestamp: at })).body.code).toBe(
        'STREAM_DOES_NOT_EXIST',
      );
      expect(await one(id, cleo)).toMatchObject({ failed: true });
      const place = { type: 'channel', to: plansId, topic: 'back' };
      await cleo.ok('PATCH', `scheduled_messages/${id}`, { ...place, scheduled_delivery_timestamp: at });
      expect(await one(id, cleo)).toMatchObject({ failed: false, to: plansId, scheduled_delivery_timestamp: at });
      await due([id]);
      await queue.until(gone(id));
      await expectFreshSnapshot(queue);
    });

    it('are not sent late', async () => {
      const queue = await ana.register();
      const [late, just] = [await schedule({ content: 'too late' }), await schedule({ content: 'just so' })];
      await due([late], 605);
      await due([just], 590);
      await queue.until(failed(late));
      await queue.until(gone(just));
      expect((await botMessage(queue)).content).toContain('Message could not be sent at the scheduled time.');
      await expectFreshSnapshot(queue);
      expect(await world.sql(`SELECT FROM message WHERE content = 'too late'`)).toEqual([]);
    });

    it('do not keep those from going out that come after them', async () => {
      const queue = await ana.register();
      const dora = await world.member('dora');
      const lost = await schedule({ type: 'direct', to: [dora.id] });
      const fine = await schedule({ content: 'fine' });
      await world.owner.ok('DELETE', `users/${dora.id}`);
      await due([lost, fine], 1);
      await queue.until(failed(lost));
      await queue.until(gone(fine));
      expect(await one(lost)).toMatchObject({ failed: true, to: [dora.id] });
      await ana.ok('DELETE', `scheduled_messages/${lost}`);
      await expectFreshSnapshot(queue);
    });
  });

  describe('of somebody who leaves', () => {
    it('end with the account, also when it comes back', async () => {
      const eve = await world.member('eve');
      const [soon, later] = [await schedule({ content: 'from beyond' }, eve), await schedule({}, eve)];
      await world.owner.ok('DELETE', `users/${eve.id}`);
      await due([soon]);
      const queue = await ana.register();
      const mark = await schedule();
      await due([mark]);
      await queue.until(gone(mark));
      expect(await world.sql(`SELECT FROM message WHERE content = 'from beyond'`)).toEqual([]);
      await world.owner.ok('POST', `users/${eve.id}/reactivate`);
      expect(await list(eve)).toMatchObject([
        { scheduled_message_id: soon, failed: true },
        { scheduled_message_id: later, failed: true },
      ]);
      await eve.ok('PATCH', `scheduled_messages/${later}`, { scheduled_delivery_timestamp: inSeconds(60) });
      expect(await one(later, eve)).toMatchObject({ failed: false });
    });
  });
});
