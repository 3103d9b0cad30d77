import { createHash } from 'node:crypto';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Listed {
  id: number;
  flags: string[];
  subject: string;
  sender_email: string;
  sender_full_name: string;
  content: string;
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
const OPEN = term('channels', 'web-public');

describe('messages for spectators', () => {
  let world: World;
  let ana: Person;
  let square: number;
  const sent: Record<string, number> = {};

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await ana.ok('PATCH', 'settings', { email_address_visibility: 1 });
    await spectate(true);
    await world.owner.subscribe('square', { is_web_public: true });
    await world.owner.subscribe('closed', { is_web_public: true });
    await ana.subscribe(['square', 'closed', 'plain']);
    square = await ana.channelId('square');
    sent.roof = await ana.send('square', 'roof', 'a **tin** roof for @**ana**');
    sent.empty = await ana.send('square', '', 'see https://example.org/');
    sent.late = await ana.send('square', 'Roof', 'moss');
    sent.closed = await ana.send('closed', 'roof', 'tin');
    sent.plain = await ana.send('plain', 'roof', 'tin');
    sent.direct = await ana.sendTo([world.owner], 'tin');
    await world.owner.ok('DELETE', `streams/${await ana.channelId('closed')}`);
  });
  afterAll(() => world.stop());

  const spectate = (isOpen: boolean) => world.owner.ok('PATCH', 'realm', { enable_spectator_access: isOpen });
  const ask = (parameters: Record<string, unknown>, path = 'messages') => world.request('GET', path, parameters);
  const page = async (narrow: unknown[], parameters: Record<string, unknown> = {}) => {
    const { status, body } = await ask({ anchor: 'newest', num_before: 100, narrow, ...parameters });
    if (status !== 200) return { status, code: body.code };
    return { ...body, messages: body.messages as Listed[] } as { messages: Listed[] } & Record<string, unknown>;
  };
  const found = async (...narrow: unknown[]) => {
    const { messages } = (await page(narrow)) as { messages: Listed[] };
    return messages.flatMap(({ id }) => Object.keys(sent).find((name) => sent[name] === id) ?? []);
  };
  const REFUSED = { status: 401, code: 'UNAUTHORIZED' };

  it('are those of active web-public channels', async () => {
    expect(await found(OPEN)).toEqual(['roof', 'empty', 'late']);
    expect(await found(term('streams', 'web-public'), term('near', sent.roof))).toEqual(['roof', 'empty', 'late']);
    expect(await found(OPEN, term('in', 'home'))).toEqual(['roof', 'empty', 'late']);
    for (const operand of ['SQUARE', square]) {
      expect(await found(OPEN, term('channel', operand), term('topic', 'roof'))).toEqual(['roof', 'late']);
    }
    expect(await found(OPEN, term('topic', 'roof', true), term('sender', ana.id))).toEqual(['empty']);
    expect(await found(OPEN, term('has', 'link'))).toEqual(['empty']);
    expect(await found(OPEN, term('id', sent.late))).toEqual(['late']);
    expect(await found(OPEN, term('id', sent.plain))).toEqual([]);
    expect(await found(OPEN, term('with', sent.late))).toEqual(['roof', 'late']);
    expect(await found(OPEN, term('search', 'tin'))).toEqual(['roof']);
  });

  it('are fetched in pages, or one by one', async () => {
    expect(await page([OPEN], { num_before: 1 })).toMatchObject({ found_oldest: false, found_newest: true });
    expect(await page([OPEN], { anchor: 'first_unread', num_before: 1 })).toMatchObject({ anchor: 10 ** 16 });
    const ids = Object.values(sent);
    const { body } = await ask({ message_ids: ids, narrow: [OPEN] });
    expect((body.messages as Listed[]).map(({ id }) => id)).toEqual([sent.roof, sent.empty, sent.late]);
    const { status, body: one } = await ask({ apply_markdown: false }, `messages/${sent.roof}`);
    expect([status, (one.message as Listed).content, one.raw_content]).toEqual([
      200,
      'a **tin** roof for @**ana**',
      'a **tin** roof for @**ana**',
    ]);
    expect((await ask({}, `messages/${sent.empty}`)).body.message).toMatchObject({ subject: 'general chat' });
  });

  it('are marked as read, with highlighted matches', async () => {
    const { messages } = (await page([OPEN, term('search', 'tin')])) as { messages: Listed[] };
    expect(messages).toMatchObject([
      { flags: ['read'], match_content: expect.stringContaining('<span class="highlight">tin</span>') },
    ]);
  });

  it('mistake 9: reveal no address and no hash of one', async () => {
    for (const client_gravatar of [true, false]) {
      const { body } = await ask({ anchor: 'newest', num_before: 100, narrow: [OPEN], client_gravatar });
      const text = JSON.stringify(body);
      expect(text).toContain(`user${ana.id}@parley.invalid`);
      for (const { email } of [ana, world.owner]) {
        expect(text).not.toContain(email);
        expect(text).not.toContain(createHash('md5').update(email).digest('hex'));
      }
    }
    const { status, body } = await ask({ anchor: 'newest', narrow: [OPEN, term('sender', ana.email)] });
    expect([status, body.code]).toEqual([400, 'BAD_NARROW']);
  });

  it('show names also where guests see only some users', async () => {
    const { user_groups } = await world.owner.ok('GET', 'user_groups');
    const group = (name: string) =>
      (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
    const show = (name: string) =>
      world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: group(name) } });
    await show('role:members');
    const { messages } = (await page([OPEN, term('sender', ana.id)])) as { messages: Listed[] };
    await show('role:everyone');
    expect(new Set(messages.map((one) => one.sender_full_name))).toEqual(new Set([ana.fullName]));
  });

  it.each([
    [[]],
    [[term('channels', 'web-public', true)]],
    [[term('channels', 'public')]],
    [[term('channel', 'square')]],
    [[OPEN, term('channel', 'plain')]],
    [[OPEN, term('channel', 'closed')]],
    [[OPEN, term('channel', 'nowhere')]],
    [[OPEN, term('is', 'starred')]],
    [[OPEN, term('in', 'all')]],
    [[OPEN, term('dm', [1])]],
    [[OPEN, term('dm-including', 1)]],
    [[OPEN, term('odd', 'x')]],
  ])('mistake 9: are refused for %j', async (narrow) => {
    expect(await page(narrow)).toEqual(REFUSED);
    expect(await page(narrow, { anchor: undefined, num_before: undefined })).toEqual(REFUSED);
  });

  it('mistake 9: get the same answer for unreadable and unknown ids', async () => {
    for (const id of [sent.plain, sent.closed, sent.direct, 999_999, 'x', '9'.repeat(30)]) {
      const { status, body } = await ask({}, `messages/${id}`);
      expect([id, status, body.code]).toEqual([id, 401, 'UNAUTHORIZED']);
    }
  });

  it('report errors in a narrow that is allowed', async () => {
    const ask = async (...narrow: unknown[]) => page([OPEN, ...narrow]);
    expect(await ask(term('sender', 999_999))).toEqual({ status: 400, code: 'BAD_NARROW' });
    expect(await ask(term('with', sent.plain))).toEqual(await ask(term('with', 999_999)));
    expect(await page([OPEN], { anchor: 'soon' })).toEqual({ status: 400, code: 'BAD_REQUEST' });
  });

  it('are refused when the organization disables spectators', async () => {
    await spectate(false);
    expect(await page([OPEN])).toEqual(REFUSED);
    expect((await ask({}, `messages/${sent.roof}`)).status).toBe(401);
    await spectate(true);
    expect(await found(OPEN)).toHaveLength(3);
  });
});
