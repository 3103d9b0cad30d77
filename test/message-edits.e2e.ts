import { createHash } from 'node:crypto';
import { expectFreshSnapshot } from './support/fold';
import type { Parameters, Person } from './support/person';
import { fetchMessage } from './support/reading';
import { World } from './support/world';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('editing what a message says', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let admin: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben, admin] = [await world.member('ana'), await world.member('ben'), await world.admin('adam')];
    await ana.subscribe('talk', { principals: [ana.id, ben.id, admin.id] });
  });
  afterAll(() => world.stop());

  const edit = (person: Person, id: number, parameters: Parameters) => person.ok('PATCH', `messages/${id}`, parameters);

  it('replaces text and HTML, and tells those who have the message', async () => {
    const id = await ana.send('talk', 'roof', 'the *old* text');
    const queue = await ben.register({});
    const answer = await edit(ana, id, { content: 'the **new** text' });
    expect(answer.detached_uploads).toEqual([]);
    expect(await fetchMessage(ben, id)).toMatchObject({
      content: '<p>the <strong>new</strong> text</p>',
      last_edit_timestamp: expect.any(Number) as number,
      edit_history: [{ user_id: ana.id, prev_content: 'the *old* text' }],
    });
    const event = await queue.until(({ type }) => type === 'update_message');
    expect(event).toMatchObject({
      user_id: ana.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_name: 'talk',
      orig_content: 'the *old* text',
      content: 'the **new** text',
      rendered_content: '<p>the <strong>new</strong> text</p>',
      is_me_message: false,
      flags: [],
    });
    await expectFreshSnapshot(queue);
  });

  it('is refused where the text is another one than the client knew', async () => {
    const id = await ana.send('talk', 'roof', 'one');
    const wrong = await ana.patch(`messages/${id}`, { content: 'two', prev_content_sha256: sha256('other') });
    expect(wrong.body).toMatchObject({ code: 'EXPECTATION_MISMATCH' });
    await edit(ana, id, { content: 'two', prev_content_sha256: sha256('one') });
    expect((await fetchMessage(ben, id, { apply_markdown: false })).content).toBe('two');
  });
});
