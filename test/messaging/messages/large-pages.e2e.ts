import { query } from '../../support/database-contents';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const KIB = 1024;
const MESSAGES = 120;
/** The length of the HTML of each message: 120 of them are several times the budget of a page. */
const HTML = 100 * KIB;
const PAGE_SIDE_BYTES = 2 * KIB * KIB;

interface PageBody {
  messages: { id: number; content: string }[];
  anchor: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
}

/** A client that requests thousands of messages with long HTML. */
describe('pages of large messages', () => {
  let world: World;
  let ana: Person;
  let ids: number[];
  beforeAll(async () => {
    world = await World.start({}, 1);
    ana = await world.member('ana');
    await ana.subscribe('plans');
    ids = [];
    for (let sent = 0; sent < MESSAGES; sent++) ids.push(await ana.send('plans', 'large', `message ${sent}`));
    await query(
      world.databaseUrl,
      `UPDATE message SET rendered_content = '<p>' || repeat('x', $2) || '</p>' WHERE id = ANY ($1)`,
      [ids, HTML],
    );
  });
  afterAll(() => world.stop());

  const TOPIC = [
    ['channel', 'plans'],
    ['topic', 'large'],
  ];
  const page = async (parameters: object) =>
    (await ana.ok('GET', 'messages', { narrow: [['channel', 'plans']], ...parameters })) as never as PageBody;
  const idsOf = ({ messages }: PageBody) => messages.map(({ id }) => id);

  it('contain the messages nearest to the anchor up to the budget, and say that there are more', async () => {
    const middle = ids[60];
    const found = await page({ anchor: middle, num_before: 2_000, num_after: 2_000 });
    expect(JSON.stringify(found).length).toBeLessThan(2 * PAGE_SIDE_BYTES + 300 * KIB);
    expect(found).toMatchObject({ anchor: middle, found_anchor: true, found_oldest: false, found_newest: false });
    const at = ids.indexOf(idsOf(found)[0]);
    expect(idsOf(found)).toEqual(ids.slice(at, at + found.messages.length));
    expect(60 - at).toBe(Math.floor(PAGE_SIDE_BYTES / (HTML + 207)));
  });

  it.each([
    ['back', 'newest', 'num_before', 'found_oldest'],
    ['forth', 'oldest', 'num_after', 'found_newest'],
  ] as const)('contain every message once for a client that pages %s', async (_, start, count, found) => {
    const seen: number[] = [];
    let anchor: number | string = start;
    let isAtEnd = false;
    for (let pages = 0; !isAtEnd; pages++) {
      expect(pages).toBeLessThan(20);
      const body = await page({ narrow: TOPIC, anchor, [count]: 3_000, include_anchor: pages === 0 });
      const some = idsOf(body);
      if (start === 'newest') seen.unshift(...some);
      else seen.push(...some);
      isAtEnd = body[found];
      anchor = start === 'newest' ? seen[0] : seen[seen.length - 1];
    }
    expect(seen).toEqual(ids);
  });

  it('contain the anchor even if it is longer than the budget', async () => {
    const long = await ana.send('plans', 'huge', 'huge');
    await query(world.databaseUrl, `UPDATE message SET rendered_content = repeat('y', $2) WHERE id = $1`, [
      long,
      PAGE_SIDE_BYTES + 1,
    ]);
    const found = await page({ anchor: long, num_before: 1, num_after: 1 });
    expect(idsOf(found)).toEqual([ids[MESSAGES - 1], long]);
    expect(idsOf(await page({ anchor: 'newest', num_before: 5, num_after: 0 }))).toEqual([long]);
  });

  it('by ids are refused as a whole if they exceed the budget', async () => {
    const { status, body } = await ana.get('messages', { message_ids: ids });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    const some = (await ana.ok('GET', 'messages', { message_ids: ids.slice(0, 20) })) as never as PageBody;
    expect(idsOf(some)).toEqual(ids.slice(0, 20));
  });
});
