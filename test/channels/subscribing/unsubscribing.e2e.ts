import { randomUUID } from 'node:crypto';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

describe('unsubscribing', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const wanted = (...names: string[]): { subscriptions: { name: string }[] } => ({
    subscriptions: names.map((name) => ({ name })),
  });
  const membersOf = async (person: Person, name: string): Promise<number[]> =>
    (await person.ok('GET', `streams/${await person.channelId(name)}/members`)).subscribers as number[];
  const exists = async (name: string): Promise<boolean> =>
    (await world.sql('SELECT FROM channel WHERE lower(name) = lower($1)', [name])).length > 0;
  const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];

  describe('DELETE /users/me/subscriptions', () => {
    it('answers with a channel name for each pair of channel and user', async () => {
      const [one, two] = [nameOf('one'), nameOf('two')];
      await ana.subscribe([one, two], { principals: [ana.id, bo.id] });
      await ana.subscribe(two);
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: [two] });
      const answer = await admin.ok('DELETE', 'users/me/subscriptions', {
        subscriptions: [one, two],
        principals: [ana.id, bo.id],
      });
      expect([answer.removed, answer.not_removed]).toEqual([[one, one, two], [two]]);
      expect(await membersOf(ana, one)).toEqual([]);
    });

    it('does nothing when a name is unknown', async () => {
      const [name, unknown] = [nameOf('known'), nameOf('unknown')];
      await ana.subscribe(name);
      const { status, body } = await ana.delete('users/me/subscriptions', { subscriptions: [name, unknown] });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.msg).toContain(unknown);
      expect(await membersOf(ana, name)).toEqual([ana.id]);
    });

    it('answers alike for a private channel of others and for one that does not exist', async () => {
      const secret = nameOf('secret');
      await ana.subscribe(secret, { invite_only: true });
      const hidden = await bo.delete('users/me/subscriptions', { subscriptions: [secret] });
      const absent = await bo.delete('users/me/subscriptions', { subscriptions: ['no such'] });
      expect(hidden.body.msg.replace(secret, '')).toBe(absent.body.msg.replace('no such', ''));
    });

    it('lets every user unsubscribe, guests too, but not remove others', async () => {
      const name = nameOf('leave');
      await ana.subscribe(name, { principals: [ana.id, bo.id, gus.id] });
      const others = { subscriptions: [name], principals: [ana.id] };
      expect(refusal(await gus.delete('users/me/subscriptions', others))).toEqual([400, 'BAD_REQUEST']);
      expect(refusal(await bo.delete('users/me/subscriptions', others))).toEqual([400, 'BAD_REQUEST']);
      await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      expect(await membersOf(ana, name)).toEqual([ana.id, bo.id]);
    });

    it('lets administrators remove users from private channels without a subscription, and keeps the channel', async () => {
      const secret = nameOf('secret');
      await ana.subscribe(secret, { invite_only: true });
      const request = { subscriptions: [secret], principals: [ana.id] };
      expect((await admin.ok('DELETE', 'users/me/subscriptions', request)).removed).toEqual([secret]);
      expect(await exists(secret)).toBe(true);
    });

    it('lets the users of can_remove_subscribers_group remove others', async () => {
      const name = nameOf('named');
      const permitted = { direct_members: [bo.id], direct_subgroups: [] };
      await ana.subscribe(name, { principals: [ana.id, bo.id, gus.id], can_remove_subscribers_group: permitted });
      const request = { subscriptions: [name], principals: [gus.id] };
      expect((await bo.ok('DELETE', 'users/me/subscriptions', request)).removed).toEqual([name]);
    });

    it.each([[{ principals: [987_654] }], [{ principals: ['nobody@example.org'] }], [{ subscriptions: 'general' }]])(
      'rejects %j',
      async (parameters) => {
        const answer = await owner.delete('users/me/subscriptions', { subscriptions: ['general'], ...parameters });
        expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
      },
    );

    it('rejects deactivated users, as subscribing does', async () => {
      const dora = await world.member('dora');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dora.id]);
      const request = { ...wanted('general'), principals: [dora.id] };
      expect(refusal(await owner.post('users/me/subscriptions', request))).toEqual([400, 'BAD_REQUEST']);
      const removal = { subscriptions: ['general'], principals: [dora.id] };
      expect(refusal(await owner.delete('users/me/subscriptions', removal))).toEqual([400, 'BAD_REQUEST']);
      await world.sql('UPDATE user_account SET is_active = true WHERE id = $1', [dora.id]);
    });
  });

  describe('subscription periods', () => {
    const periodsOf = (name: string, userId: number) =>
      world.sql<{ from: number; to: number; isOpen: boolean }>(
        `SELECT p.from_position AS from, p.to_position AS to, p.to_position = 9223372036854775807 AS "isOpen" FROM subscription_period p JOIN channel c ON c.id = p.channel_id
         WHERE c.name = $1 AND p.user_id = $2 ORDER BY 1`,
        [name, userId],
      );

    it('open and close one after the other, and are kept', async () => {
      const name = nameOf('periods');
      await ana.subscribe(name);
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      await ana.subscribe(name);
      const [first, second] = await periodsOf(name, ana.id);
      expect(first.isOpen || first.to >= second.from).toBe(false);
      expect(second.isOpen).toBe(true);
    });

    it('are not opened twice by repeated requests', async () => {
      const name = nameOf('periods');
      await ana.subscribe(name);
      await Promise.all([ana.subscribe(name), ana.subscribe(name), ana.subscribe(name)]);
      expect(await periodsOf(name, ana.id)).toHaveLength(1);
    });

    it("restore the user's settings of the channel", async () => {
      const name = nameOf('again');
      await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name, color: '#ABC' }] });
      const stream_id = await ana.channelId(name);
      const set = (property: string) => ({ stream_id, property, value: true });
      await ana.ok('POST', 'users/me/subscriptions/properties', {
        subscription_data: ['pin_to_top', 'is_muted'].map(set),
      });
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name, color: '#123456' }] });
      const { subscriptions } = await ana.ok('GET', 'users/me/subscriptions');
      expect((subscriptions as { name: string }[]).find((one) => one.name === name)).toMatchObject({
        color: '#ABC',
        pin_to_top: true,
        is_muted: true,
        in_home_view: false,
      });
    });
  });

  describe('GET /users/me/subscriptions', () => {
    it('lists subscriptions by name with different colors, and subscribers on request', async () => {
      const person = await world.member('lister');
      const names = [nameOf('b'), nameOf('a'), nameOf('Z')];
      await person.subscribe(names);
      const list = async (parameters: Parameters = {}) =>
        (await person.ok('GET', 'users/me/subscriptions', parameters)).subscriptions as {
          name: string;
          color: string;
          subscribers?: number[];
        }[];
      const plain = await list();
      expect(plain.map(({ name }) => name)).toEqual([...names, 'general'].sort());
      expect(new Set(plain.map(({ color }) => color)).size).toBe(4);
      expect(plain.filter((one) => 'subscribers' in one)).toEqual([]);
      for (const include_subscribers of ['true', 'partial']) {
        const listed = await list({ include_subscribers });
        expect(listed.find(({ name }) => name === names[0])!.subscribers).toEqual([person.id]);
      }
      expect(refusal(await person.get('users/me/subscriptions', { include_subscribers: 'perhaps' }))).toEqual([
        400,
        'BAD_REQUEST',
      ]);
    });
  });
});
