import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Person } from '../../support/person';
import { OF_THE_READER } from '../../support/statements';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

describe('the cost of subscribing, in statements', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    await world.withoutWorkers();
    owner = world.owner;
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const query = Client.prototype.query as (...args: never[]) => unknown;
  /** The statements of one request, without those that read the event log or open other connections. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    await world.settled();
    const sent: string[] = [];
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      if (!OF_THE_READER.test(text) && !/pg_snapshot|epoch|event_queue/.test(text)) sent.push(text);
      return query.apply(this, args as never);
    } as never);
    try {
      await work();
      return sent;
    } finally {
      spy.mockRestore();
    }
  }
  const people = async (count: number) => {
    const tag = randomUUID().slice(0, 8);
    const rows = await world.sql<{ id: string }>(
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
       SELECT $1, $3 || n || '@example.org', $3 || n || '@example.org', 1, 'Person ' || n, 400
       FROM generate_series(1, $2::int) n RETURNING id`,
      [world.organizationId, count, tag],
    );
    return rows.map(({ id }) => Number(id));
  };

  it.each<[string, (name: string, principals: number[]) => Promise<unknown>]>([
    ['subscribing', (name, principals) => ana.subscribe(name, { principals })],
    [
      'unsubscribing',
      async (name, principals) => owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name], principals }),
    ],
  ])('%s takes as many for two hundred users as for one hundred', async (_, act) => {
    const counted = async (count: number) => {
      const name = nameOf('counted');
      const principals = await people(count);
      await ana.subscribe(name, { send_new_subscription_messages: false });
      if (act.toString().includes('DELETE'))
        await ana.subscribe(name, { principals, send_new_subscription_messages: false });
      return (await statementsOf(() => act(name, principals))).length;
    };
    const many = await counted(200);
    const few = await counted(101);
    expect(many).toBe(few);
    expect(many).toBeLessThan(25);
  });

  it('creating ten channels takes as many statements as creating one, apart from the notices', async () => {
    const counted = async (count: number) => {
      const names = Array.from({ length: count }, () => nameOf('made'));
      const sent = await statementsOf(() => ana.subscribe(names));
      return sent.slice(0, sent.findIndex((text) => text.trim() === 'COMMIT') + 1).length;
    };
    await counted(1);
    expect(await counted(10)).toBe(await counted(1));
  });
});
