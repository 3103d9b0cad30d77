import type { Person } from '../../support/person';
import { fetchMessage, Message } from '../../support/reading';
import { World } from '../../support/world';

describe('a direct message', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
  });
  afterAll(() => world.stop());

  const people = (message: Message) => (message.display_recipient as { id: number }[]).map(({ id }) => id);
  const email = ({ id }: Person) => world.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [id]);

  it('lists all participants and has neither channel nor topic', async () => {
    const message = await fetchMessage(ben, await ana.sendTo([ben, cleo], '**hi**', { topic: 'ignored' }));
    expect(message).toMatchObject({ type: 'private', subject: '', content: '<p><strong>hi</strong></p>', flags: [] });
    expect(message).not.toHaveProperty('stream_id');
    expect(message.display_recipient).toEqual(
      await Promise.all(
        [ana, ben, cleo].map(async (person) => ({
          id: person.id,
          email: (await email(person))[0].email,
          full_name: person.fullName,
          is_mirror_dummy: false,
        })),
      ),
    );
  });

  it('rejects more than 300 recipients', async () => {
    const people = await world.sql<{ id: number }>(
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
       SELECT $1, e, e, 3, e, 400 FROM (SELECT 'crowd' || n || '@example.org' AS e FROM generate_series(1, 301) n) names
       RETURNING id`,
      [world.organizationId],
    );
    const to = people.map(({ id }) => id);
    const refused = { code: 'BAD_REQUEST', msg: 'A direct message has 300 recipients at most' };
    const message = { type: 'direct', content: 'x' };
    expect((await ana.post('messages', { ...message, to })).body).toMatchObject(refused);
    expect((await ana.post('typing', { type: 'direct', op: 'start', to })).body).toMatchObject(refused);
    expect((await ana.post('messages', { ...message, to: [...to.slice(1), to[1]] })).status).toBe(200);
  });

  it('is sent only to users who were active at the time', async () => {
    const [before, id] = [await ana.sendTo([ben, cleo], 'both'), await ana.sendTo([ben, cleo], 'cleo')];
    await world.sql('INSERT INTO inactive_period (user_id, from_position, to_position) VALUES ($1, $2, $3)', [
      ben.id,
      id - 1,
      id + 1,
    ]);
    const queues = await Promise.all([ana, ben, cleo].map((person) => person.register()));
    await ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'smile' });
    await ana.ok('PATCH', `messages/${id}`, { content: 'cleo alone' });
    await ana.ok('DELETE', `messages/${id}`);
    await ana.ok('POST', `messages/${before}/reactions`, { emoji_name: 'smile' });
    const [ofAna, ofBen, ofCleo] = await Promise.all(queues.map((queue) => queue.drain()));
    const types = ['reaction', 'update_message', 'delete_message', 'reaction'];
    expect(ofBen).toMatchObject([{ type: 'reaction', message_id: before }]);
    for (const events of [ofAna, ofCleo]) expect(events.map(({ type }) => type)).toEqual(types);
  });

  it('is addressed by ids or addresses, one or several, with or without the sender', async () => {
    const [[{ email: bens }], [{ email: cleos }]] = [await email(ben), await email(cleo)];
    const pair = [ana.id, ben.id];
    const all = [ana.id, ben.id, cleo.id];
    const forms: [unknown, number[]][] = [
      [[ben.id], pair],
      [ben.id, pair],
      [[ben.id, ben.id, ana.id], pair],
      [[bens], pair],
      [bens, pair],
      [bens.toUpperCase(), pair],
      [JSON.stringify(bens), pair],
      [`${bens}, ${cleos},`, all],
      [[cleos, bens], all],
      [[cleo.id, ben.id], all],
      [[ana.id], [ana.id]],
    ];
    for (const [to, participants] of forms) {
      for (const type of ['direct', 'private']) {
        const { id } = await ana.ok('POST', 'messages', { type, to, content: 'x' });
        expect(people(await fetchMessage(ana, id as number))).toEqual(participants);
      }
    }
  });

  it.each([
    [[], 'Message must have recipients'],
    ['', 'Message must have recipients'],
    [undefined, 'Message must have recipients'],
    [' , ', 'Message must have recipients'],
    [[999_999], 'Invalid user ID 999999'],
    [['nobody@example.org'], "Invalid email 'nobody@example.org'"],
    ['nobody', "Invalid email 'nobody'"],
    [['a\0'], "Invalid email 'a\0'"],
    [[1, 'a@b.c'], 'Recipient lists may contain emails or user IDs, but not both.'],
    [{ id: 1 }, 'Invalid data type for recipients'],
    [true, 'Invalid data type for recipients'],
    [[1.5], 'Invalid data type for recipients'],
    [[null], 'Invalid data type for recipients'],
    [[-1], 'Invalid data type for recipients'],
    [[[1]], 'Invalid data type for recipients'],
  ])('is refused for the recipients %j', async (to, msg) => {
    const { status, body } = await ana.post('messages', { type: 'direct', to, content: 'x' });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('is refused for a recipient who is deactivated or of another organization', async () => {
    const dora = await world.member('dora');
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dora.id]);
    expect((await ana.post('messages', { type: 'direct', to: [dora.id], content: 'x' })).body.msg).toContain(
      dora.fullName,
    );
    const [foreign] = await world.sql<{ id: string }>(
      `WITH o AS (INSERT INTO organization (name, host) VALUES ('Other', 'other.example') RETURNING id)
       INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
       SELECT id, 'x@other.example', 'x@other.example', 1, 'X', 400 FROM o RETURNING id`,
    );
    const { body } = await ana.post('messages', { type: 'direct', to: [Number(foreign.id)], content: 'x' });
    expect(body.msg).toBe(`Invalid user ID ${foreign.id}`);
    expect((await ana.post('messages', { type: 'direct', to: 'x@other.example', content: 'x' })).status).toBe(400);
  });

  it('mistake 10: does not find a hidden address', async () => {
    expect((await ana.post('messages', { type: 'direct', to: ben.email, content: 'x' })).body.msg).toContain(
      'Invalid email',
    );
    expect((await world.owner.post('messages', { type: 'direct', to: ben.email, content: 'x' })).status).toBe(200);
  });

  it('is in one conversation in both directions', async () => {
    const [there, back] = [await ana.sendTo([ben], 'x'), await ben.sendTo([ana], 'y')];
    const ids = await Promise.all([fetchMessage(ana, there), fetchMessage(ana, back), fetchMessage(ben, there)]);
    expect(new Set(ids.map(({ recipient_id }) => recipient_id)).size).toBe(1);
    const rows = await world.sql('SELECT FROM conversation WHERE participant_ids = $1', [[ana.id, ben.id]]);
    expect(rows).toHaveLength(1);
  });

  it('creates one conversation for concurrent first messages', async () => {
    const everybody = await Promise.all(['e1', 'e2', 'e3'].map((name) => world.member(name)));
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) => everybody[n % 3].sendTo(everybody, `message ${n}`)),
    );
    const messages = await Promise.all(ids.map((id) => fetchMessage(everybody[0], id)));
    expect(new Set(messages.map(({ recipient_id }) => recipient_id)).size).toBe(1);
    const { messages: listed } = await everybody[1].ok('GET', 'messages', { anchor: 'newest', num_before: 50 });
    expect((listed as Message[]).map(({ id }) => id)).toEqual([...ids].sort((a, b) => a - b));
  });

  it('mistake 3: is sent to its participants only', async () => {
    const queues = await Promise.all(
      [ana, ben, cleo, world.owner].map((person) => person.register({ event_types: ['message'] })),
    );
    const id = await ana.sendTo([ben], 'x');
    expect((await queues[1].drain())[0]).toMatchObject({ message: { id, type: 'private' }, flags: [] });
    expect((await queues[0].drain()).length).toBe(1);
    for (const queue of queues.slice(2)) expect(await queue.drain()).toEqual([]);
    for (const person of [cleo, world.owner]) {
      expect((await person.get(`messages/${id}`)).body).toEqual((await person.get('messages/999999')).body);
      const listed = await person.ok('GET', 'messages', { message_ids: [id] });
      expect(listed.messages).toEqual([]);
    }
  });

  it('has all fields of a fetched message in its event', async () => {
    const queue = await ben.register({ event_types: ['message'], apply_markdown: true });
    const id = await ana.sendTo([ben], '@**Ben Example** and @**Cleo Example** and @**all**');
    const event = await queue.until(({ type }) => type === 'message');
    const { flags, ...message } = await fetchMessage(ben, id);
    expect(event).toEqual({ id: event.id, type: 'message', message, flags });
    expect(flags).toEqual(['mentioned']);
    const marked = await world.sql<{ user_id: string }>('SELECT user_id FROM message_flag WHERE message_id = $1', [id]);
    expect(marked.map(({ user_id }) => Number(user_id))).toEqual([ben.id]);
  });

  it('to the sender is a note to self', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const id = await ana.sendTo([ana], 'note', { read_by_sender: true });
    expect(await queue.drain()).toMatchObject([{ message: { id }, flags: ['read'] }]);
  });

  it('returns the local id of its client', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    await ana.sendTo([ben], 'x', { queue_id: queue.id, local_id: '1.1' });
    expect(await queue.drain()).toMatchObject([{ local_message_id: '1.1' }]);
  });
});

describe('permissions of the organization for direct messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let groups: Record<string, number>;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    const rows = await world.sql<{ id: string; name: string }>('SELECT id, name FROM user_group');
    groups = Object.fromEntries(rows.map(({ id, name }) => [name, Number(id)]));
  });
  afterAll(() => world.stop());

  const decide = (permissions: Record<string, number>) =>
    world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
         settings = jsonb_set(settings, '{permissions}', $1::jsonb)`,
      [JSON.stringify(permissions)],
    );
  const attempt = (from: Person, ...to: Person[]) =>
    from.post('messages', { type: 'direct', to: to.map(({ id }) => id), content: 'x' });

  it('disable them', async () => {
    await decide({ direct_message_permission_group: groups['role:nobody'] });
    expect((await attempt(ana, ben)).body.msg).toBe('Direct messages are disabled in this organization.');
    expect((await attempt(ana, ana)).status).toBe(200);
  });

  it('require certain participants', async () => {
    await decide({ direct_message_permission_group: groups['role:owners'] });
    const { body } = await attempt(ana, ben);
    expect(body.msg).toBe('This conversation does not include any users who can authorize it.');
    expect((await attempt(ana, ben, world.owner)).status).toBe(200);
    expect((await attempt(ana, world.owner)).status).toBe(200);
  });

  it('restrict starting a conversation', async () => {
    await decide({ direct_message_initiator_group: groups['role:owners'] });
    const { body } = await attempt(ana, ben);
    expect(body.msg).toBe('You do not have permission to initiate direct message conversations.');
    expect(await world.sql('SELECT FROM conversation WHERE participant_ids = $1', [[ana.id, ben.id]])).toEqual([]);
    await world.owner.sendTo([ana, ben], 'begun');
    expect((await attempt(ana, ben, world.owner)).status).toBe(200);
  });
});
