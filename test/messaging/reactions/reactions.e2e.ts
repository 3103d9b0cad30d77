import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Body, Parameters, Person } from '../../support/person';
import { flagsOf } from '../../support/reading';
import { World } from '../../support/world';

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
const ABSENT = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };

describe('reactions', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let customId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await ana.subscribe('office');
    await ben.subscribe('office');
    await ana.subscribe('team', { invite_only: true, history_public_to_subscribers: true });
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const [{ id }] = await world.sql<{ id: number }>(
      `WITH version AS (UPDATE organization SET rendering_version = rendering_version + 1)
       INSERT INTO custom_emoji (organization_id, name, author_id, key)
       SELECT organization_id, 'octopus', id, 'key' FROM user_account WHERE id = $1 RETURNING id`,
      [ana.id],
    );
    customId = Number(id);
  });
  afterAll(() => world.stop());

  const react = (person: Person, id: number, parameters: Parameters) =>
    person.post(`messages/${id}/reactions`, parameters);
  const takeBack = (person: Person, id: number, parameters: Parameters) =>
    person.delete(`messages/${id}/reactions`, parameters);
  const reactionsTo = async (person: Person, id: number) =>
    ((await person.ok('GET', `messages/${id}`)).message as Body).reactions;
  const told = async (queue: EventQueue): Promise<Event[]> =>
    (await queue.drain()).filter(({ type }) => type === 'reaction');

  it('are part of the message, with events to its receivers', async () => {
    const id = await ana.send('office', 't', 'x');
    const queues = await Promise.all([ana, ben, gus, world.owner].map((person) => person.register()));
    await react(ben, id, TADA);
    const reaction = { ...TADA, user_id: ben.id };
    expect(await reactionsTo(ana, id)).toEqual([reaction]);
    const { messages } = await ana.ok('GET', 'messages', { anchor: 'newest', num_before: 1 });
    expect((messages as Body[]).map((message) => message.reactions)).toEqual([[reaction]]);
    const event = { id: expect.any(Number), type: 'reaction', op: 'add', message_id: id, ...reaction };
    expect(await Promise.all(queues.map(told))).toEqual([[event], [event], [], []]);
    expect((await takeBack(ben, id, TADA)).body).toEqual({ result: 'success', msg: '' });
    expect(await reactionsTo(ana, id)).toEqual([]);
    expect(await told(queues[0])).toEqual([{ ...event, op: 'remove' }]);
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  it('need no code: the name finds custom emoji first, then built-in ones', async () => {
    const id = await ana.send('office', 't', 'x');
    for (const emoji_name of ['octopus', 'tada', 'zulip']) await react(ana, id, { emoji_name });
    const custom = { emoji_name: 'octopus', emoji_code: String(customId), reaction_type: 'realm_emoji' };
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' };
    const all = [custom, TADA, extra].map((one) => ({ ...one, user_id: ana.id }));
    expect(await reactionsTo(ben, id)).toEqual(all);
    expect((await takeBack(ana, id, { emoji_name: 'octopus' })).body).toMatchObject({
      code: 'REACTION_DOES_NOT_EXIST',
    });
    await takeBack(ana, id, { emoji_name: 'octopus', reaction_type: 'realm_emoji' });
    await takeBack(ana, id, { emoji_code: '1f389' });
    expect(await reactionsTo(ben, id)).toEqual([all[2]]);
  });

  it('may have a skin tone where the emoji shows one person or hand', async () => {
    const id = await ana.send('office', 't', 'x');
    const toned = { emoji_name: '+1_tone3', emoji_code: '1f44d-1f3fd', reaction_type: 'unicode_emoji' };
    await react(ana, id, toned);
    expect(await reactionsTo(ben, id)).toEqual([{ ...toned, user_id: ana.id }]);
    const wrong = [
      { ...toned, emoji_name: '+1_tone2' },
      { ...toned, emoji_name: '+1' },
      { ...toned, emoji_name: 'tada_tone1', emoji_code: '1f389-1f3fb' },
    ];
    const other = await ana.send('office', 't', 'y');
    for (const one of wrong) expect((await react(ben, other, one)).status).toBe(400);
    await takeBack(ana, id, toned);
    expect(await reactionsTo(ben, id)).toEqual([]);
  });

  it('are unique for a user and an emoji, and can be removed once', async () => {
    const id = await ana.send('office', 't', 'x');
    await react(ben, id, TADA);
    expect(await react(ben, id, { emoji_name: 'tada' })).toMatchObject({
      status: 400,
      body: { code: 'REACTION_ALREADY_EXISTS', msg: 'Reaction already exists.' },
    });
    const both = await Promise.all([1, 2].map(() => react(ana, id, { emoji_name: 'smile' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    await takeBack(ben, id, TADA);
    expect(await takeBack(ben, id, TADA)).toMatchObject({
      status: 400,
      body: { code: 'REACTION_DOES_NOT_EXIST', msg: "Reaction doesn't exist." },
    });
  });

  it('can be added to existing ones under their name, even if the emoji is deactivated', async () => {
    const id = await ana.send('office', 't', 'x');
    await react(ana, id, { emoji_name: '+1' });
    await react(ben, id, { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' });
    expect((await reactionsTo(ana, id)) as Body[]).toMatchObject([{ emoji_name: '+1' }, { emoji_name: '+1' }]);
    const own = { emoji_name: 'octopus', emoji_code: String(customId), reaction_type: 'realm_emoji' };
    await react(ana, id, own);
    const switchTo = (deactivated: boolean) =>
      world.sql(
        `WITH version AS (UPDATE organization SET rendering_version = rendering_version + 1)
         UPDATE custom_emoji SET deactivated = $1`,
        [deactivated],
      );
    await switchTo(true);
    expect((await react(ben, id, own)).status).toBe(200);
    const other = await ana.send('office', 't', 'y');
    const fault = async (emoji: Parameters) => (await react(ben, other, emoji)).body.msg;
    expect(await fault(own)).toBe('This custom emoji has been deactivated.');
    expect((await takeBack(ana, id, { emoji_name: 'octopus', reaction_type: 'realm_emoji' })).status).toBe(200);
    await switchTo(false);
  });

  it.each([
    [{ emoji_name: 'nonsense' }, "Emoji 'nonsense' does not exist"],
    [{ ...TADA, emoji_name: 'smile' }, 'Invalid emoji name.'],
    [{ ...TADA, emoji_code: 'beef' }, 'Invalid emoji code.'],
    [{ ...TADA, reaction_type: 'picture' }, 'Invalid emoji type.'],
    [{ emoji_name: 'octopus', emoji_code: '999999', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ emoji_name: 'zulip', emoji_code: '1f389', reaction_type: 'zulip_extra_emoji' }, 'Invalid emoji code.'],
    [{ emoji_name: 'tada', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }, 'Invalid emoji name.'],
  ])('reject %j', async (emoji, msg) => {
    const id = await ana.send('office', 't', 'x');
    expect(await react(ana, id, emoji)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
    expect(await reactionsTo(ana, id)).toEqual([]);
  });

  it('require a name', async () => {
    const id = await ana.send('office', 't', 'x');
    const misnamed = { emoji_name: 'squid', emoji_code: String(customId), reaction_type: 'realm_emoji' };
    expect((await react(ana, id, misnamed)).body.msg).toBe('Invalid custom emoji name.');
    expect((await react(ana, id, {})).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'emoji_name' });
    const { status, body } = await takeBack(ana, id, {});
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.msg).toContain('emoji_name, emoji_code');
    expect((await takeBack(ana, id, { emoji_name: 'nonsense' })).body.msg).toBe("Emoji 'nonsense' does not exist");
  });

  it('are allowed on readable messages that are not archived', async () => {
    const direct = await ana.sendTo([world.owner], 'x');
    const [team, vault] = [await ana.send('team', 't', 'x'), await ana.send('vault', 't', 'x')];
    const open = await ana.send('office', 't', 'x');
    for (const id of [direct, team, vault, 999_999_999, 2 ** 50]) {
      expect((await react(ben, id, TADA)).body).toMatchObject(ABSENT);
      expect((await takeBack(ben, id, TADA)).body).toMatchObject(ABSENT);
    }
    expect((await react(gus, open, TADA)).body).toMatchObject(ABSENT);
    expect((await ana.post('messages/x/reactions', TADA)).body).toMatchObject(ABSENT);
    await ana.subscribe('closing');
    const closed = await ana.send('closing', 't', 'x');
    await react(ana, closed, TADA);
    await world.owner.ok('DELETE', `streams/${await ana.channelId('closing')}`);
    expect((await react(ana, closed, { emoji_name: 'smile' })).body).toMatchObject(ABSENT);
    expect((await takeBack(ana, closed, TADA)).body).toMatchObject(ABSENT);
  });

  it('under protected history send events to users who have the message', async () => {
    const before = await ana.send('vault', 't', 'before');
    await ana.subscribe('vault', { principals: [ben.id] });
    const queue = await ben.register();
    await react(ana, before, TADA);
    const after = await ana.send('vault', 't', 'after');
    await react(ana, after, TADA);
    expect((await told(queue)).map((event) => event.message_id)).toEqual([after]);
  });

  it('add the message to the personal history', async () => {
    const cleo = await world.member('cleo');
    const id = await ana.send('office', 't', 'x');
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    const queue = await cleo.register();
    await react(cleo, id, TADA);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect((await told(queue)).map((event) => event.user_id)).toEqual([cleo.id]);
    await react(ana, id, TADA);
    expect((await told(queue)).map((event) => event.user_id)).toEqual([ana.id]);
    const { messages } = await cleo.ok('GET', 'messages', { anchor: 'newest', num_before: 1 });
    expect((messages as Body[]).map((message) => message.id)).toEqual([id]);
  });

  it('make the user a participant of the topic for `@topic`', async () => {
    const id = await ana.send('office', 'partakers', 'x');
    await react(ben, id, TADA);
    const called = await ana.send('office', 'PARTAKERS', '@**topic** listen');
    expect(await flagsOf(ben, called)).toContain('topic_wildcard_mentioned');
    expect(await flagsOf(ana, called)).toContain('topic_wildcard_mentioned');
    const other = await ana.send('office', 'nobody else', '@**topic** listen');
    expect(await flagsOf(ben, other)).not.toContain('topic_wildcard_mentioned');
  });

  describe('read receipts', () => {
    const receipts = async (person: Person, id: number) =>
      (await person.ok('GET', `messages/${id}/read_receipts`)).user_ids as number[];
    const read = (person: Person, ...messages: number[]) =>
      person.ok('POST', 'messages/flags', { op: 'add', flag: 'read', messages });

    it('list the users who have read a message, without its sender', async () => {
      const id = await ana.send('office', 't', 'x', { read_by_sender: true });
      expect(await receipts(ana, id)).toEqual([]);
      await read(ben, id);
      for (const person of [ana, ben, world.owner]) expect(await receipts(person, id)).toEqual([ben.id]);
      const direct = await ana.sendTo([ben, world.owner], 'x');
      await read(world.owner, direct);
      expect(await receipts(ben, direct)).toEqual([world.owner.id]);
    });

    it('omit users who disable them, mute, are muted or deactivated', async () => {
      const people: Person[] = [];
      for (const name of ['cay', 'dan', 'eve', 'fay']) people.push(await world.member(name));
      const [cay, dan, eve, fay] = people;
      for (const person of [cay, dan, eve, fay]) await person.subscribe('office');
      const id = await ana.send('office', 't', 'x');
      for (const person of [ben, cay, dan, eve, fay]) await read(person, id);
      expect(await receipts(ben, id)).toEqual([ben, cay, dan, eve, fay].map((person) => person.id));
      await cay.ok('PATCH', 'settings', { send_read_receipts: false });
      await ben.ok('POST', `users/me/muted_users/${dan.id}`);
      await eve.ok('POST', `users/me/muted_users/${ben.id}`);
      await world.owner.ok('DELETE', `users/${fay.id}`);
      expect(await receipts(ben, id)).toEqual([ben.id]);
      expect(await receipts(ana, id)).toEqual([ben, dan, eve].map((person) => person.id));
    });

    it('count messages that were starred without being received, and moved ones', async () => {
      const [hal, ida] = [await world.member('hal'), await world.member('ida')];
      const id = await ana.send('office', 'other', 'x');
      await hal.ok('POST', 'messages/flags', { op: 'add', flag: 'starred', messages: [id] });
      expect(await receipts(ana, id)).toEqual([hal.id]);
      await ida.subscribe('office');
      expect(await receipts(ana, id)).toEqual([hal.id]);
    });

    it('are for readers, and can be disabled', async () => {
      const id = await ana.send('team', 't', 'x');
      const ask = (person: Person) => person.get(`messages/${id}/read_receipts`);
      expect((await ask(ben)).body).toMatchObject(ABSENT);
      await world.owner.ok('PATCH', 'realm', { enable_read_receipts: false });
      expect((await ask(ben)).body).toMatchObject(ABSENT);
      expect((await ask(ana)).body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Read receipts are disabled in this organization.',
      });
      await world.owner.ok('PATCH', 'realm', { enable_read_receipts: true });
    });
  });
});
