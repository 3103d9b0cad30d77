import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Person } from '../../support/person';
import { ABSENT } from '../../support/requests-with-ids';
import { World } from '../../support/world';

interface Snippet {
  id: number;
  title: string;
  content: string;
  date_created: number;
}

const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];
const HELLO = { title: 'Greeting', content: 'Hello\nthere' };

describe('saved snippets', () => {
  let world: World;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
  });
  afterAll(() => world.stop());
  afterEach(() => world.sql('DELETE FROM saved_snippet'));

  const listed = async (person = ana) => (await person.ok('GET', 'saved_snippets')).saved_snippets as Snippet[];
  const save = async (snippet = HELLO, person = ana) =>
    (await person.ok('POST', 'saved_snippets', snippet)).saved_snippet_id as number;
  const told = async (queue: EventQueue) => (await queue.drain()).map(({ id: _, ...event }) => event);

  it('are listed in the order in which they were created, for their author only', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const first = await save({ title: ' Greeting ', content: '\n Hello\nthere \n' });
    const second = await save({ title: 'T'.repeat(60), content: '😀'.repeat(10_000) });
    await save(HELLO, gus);
    const date_created = expect.any(Number) as number;
    const all = [
      { ...HELLO, id: first, date_created },
      { title: 'T'.repeat(60), content: '😀'.repeat(10_000), id: second, date_created },
    ];
    const snippets = await listed();
    expect(snippets).toEqual(all);
    expect(snippets[0].date_created).toBeGreaterThanOrEqual(before);
    expect((await ana.register({ fetch_event_types: ['saved_snippets'] })).state.saved_snippets).toEqual(all);
    expect(await listed(gus)).toMatchObject([HELLO]);
  });

  it("are sent to the author's clients only", async () => {
    const [queue, guests] = [await ana.register(), await gus.register()];
    const id = await save();
    await ana.ok('PATCH', `saved_snippets/${id}`, { title: ' Farewell ' });
    await ana.ok('PATCH', `saved_snippets/${id}`, { content: 'Bye', title: 'Farewell' });
    await ana.ok('PATCH', `saved_snippets/${id}`, { content: 'Bye' });
    await ana.ok('PATCH', `saved_snippets/${id}`);
    const [{ date_created }] = await listed();
    await ana.ok('DELETE', `saved_snippets/${id}`);
    const snippet = { ...HELLO, id, date_created };
    expect(await told(queue)).toEqual([
      { type: 'saved_snippets', op: 'add', saved_snippet: snippet },
      { type: 'saved_snippets', op: 'update', saved_snippet: { ...snippet, title: 'Farewell' } },
      { type: 'saved_snippets', op: 'update', saved_snippet: { ...snippet, title: 'Farewell', content: 'Bye' } },
      { type: 'saved_snippets', op: 'remove', saved_snippet_id: id },
    ]);
    await save();
    await expectFreshSnapshot(queue);
    expect(await guests.drain()).toEqual([]);
  });

  it.each<[string, Partial<Snippet>, string]>([
    ['an empty title', { title: '' }, 'title cannot be blank'],
    ['a blank title', { title: ' \n' }, 'title cannot be blank'],
    ['a title that is too long', { title: 'ä'.repeat(61) }, 'title is too long (limit: 60 characters)'],
    ['a blank content', { content: ' \t' }, 'content cannot be blank'],
    ['a content that is too long', { content: 'ä'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    ['a null byte', { content: 'a\0b' }, 'content must not contain null bytes or unpaired surrogates'],
  ])('are refused with %s', async (_, parts, message) => {
    const id = await save();
    expect(invalid(await ana.post('saved_snippets', { ...HELLO, ...parts }))).toEqual(refused(message));
    expect(invalid(await ana.patch(`saved_snippets/${id}`, parts))).toEqual(refused(message));
    expect(await listed()).toMatchObject([{ ...HELLO, id }]);
  });

  it.each(['title', 'content'])('are rejected without %s', async (missing) => {
    const { body } = await ana.post('saved_snippets', { ...HELLO, [missing]: undefined });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: missing });
  });

  it('of another user get the answer for unknown ones', async () => {
    const id = await save();
    for (const path of [id, ABSENT, 'x', '-1', '9007199254740993']) {
      const answers = [await gus.patch(`saved_snippets/${path}`, HELLO), await gus.delete(`saved_snippets/${path}`)];
      for (const answer of answers) expect(invalid(answer)).toEqual(refused('Saved snippet does not exist.'));
    }
    expect(await listed()).toMatchObject([HELLO]);
  });

  it('are limited in number', async () => {
    await world.sql(
      `INSERT INTO saved_snippet (organization_id, user_id, title, content, created_at)
       SELECT $1, $2, 'a', 'b', now() FROM generate_series(1, 1000)`,
      [world.organizationId, ana.id],
    );
    expect(invalid(await ana.post('saved_snippets', HELLO))).toEqual(
      refused('There can be at most 1000 saved snippets'),
    );
  });
});
