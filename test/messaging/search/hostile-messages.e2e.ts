import { Person } from '../../support/person';
import { World } from '../../support/world';

/** Cases that a fuzzing client once found. */
describe('messages of a hostile client', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  it('rejects a narrow with too many terms', async () => {
    const narrow = Array.from({ length: 101 }, (_, n) => ({ operator: 'topic', operand: `t${n}`, negated: true }));
    const { body } = await ana.get('messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: 'narrow is too long' });
  });

  it.each([
    ['direct', '[5.0]'],
    ['channel', '[1.0]'],
    ['channel', '1.0'],
  ])('rejects ids with a decimal point: %s %s', async (type, to) => {
    expect((await ana.post('messages', { type, to, topic: 't', content: 'x' })).body.code).toBe('BAD_REQUEST');
  });

  it('accepts flag names as JSON strings', async () => {
    const id = await ana.send('general', 't', 'x');
    const flags = { messages: [id], op: '"add"', flag: '"starred"' };
    expect((await ana.ok('POST', 'messages/flags', flags)).messages).toEqual([id]);
  });

  it('has the links in its topic as topic_links', async () => {
    const id = await ana.send('general', 'see ex.org', 'x');
    const { message } = await ana.ok('GET', `messages/${id}`);
    expect((message as { topic_links: object[] }).topic_links).toEqual([{ text: 'ex.org', url: 'https://ex.org' }]);
  });
});
