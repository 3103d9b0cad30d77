import type { Parameters, Person } from '../../support/person';
import { fetchMessage } from '../../support/reading';
import { World } from '../../support/world';

describe('the edit history of messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('talk', { principals: [ana.id, ben.id] });
  });
  afterAll(() => world.stop());
  afterEach(() => policy('all'));

  const policy = (message_edit_history_visibility_policy: string) =>
    world.owner.ok('PATCH', 'realm', { message_edit_history_visibility_policy });
  const edit = (id: number, parameters: Parameters) => ana.ok('PATCH', `messages/${id}`, parameters);
  const history = async (person: Person, id: number, parameters: Parameters = {}) =>
    (await person.ok('GET', `messages/${id}/history`, parameters)).message_history as Record<string, unknown>[];
  const timestamp = expect.any(Number) as number;

  /** A message that is sent, edited, moved, and moved to another channel. */
  async function eventful(): Promise<{ id: number; from: number; to: number }> {
    await ana.subscribe('plans', { principals: [ana.id, ben.id] });
    const id = await ana.send('talk', '', 'one *two*');
    await edit(id, { content: 'one three' });
    await edit(id, { topic: 'roof' });
    const to = await ana.channelId('plans');
    await edit(id, { stream_id: to });
    return { id, from: await ana.channelId('talk'), to };
  }

  it('lists versions oldest first, with what changed', async () => {
    const { id, from, to } = await eventful();
    const one = { content: 'one *two*', rendered_content: '<p>one <em>two</em></p>' };
    const three = { content: 'one three', rendered_content: '<p>one three</p>' };
    const by = { user_id: ana.id, timestamp };
    expect(await history(ben, id)).toEqual([
      { topic: 'general chat', ...one, ...by },
      {
        topic: 'general chat',
        ...three,
        ...by,
        prev_content: one.content,
        prev_rendered_content: one.rendered_content,
        content_html_diff:
          '<p>one <span class="highlight_text_deleted">two</span><span class="highlight_text_inserted">three</span></p>',
      },
      { topic: 'roof', ...three, ...by, prev_topic: 'general chat' },
      { topic: 'roof', ...three, ...by, prev_stream: from, stream: to },
    ]);
    expect((await history(ben, id, { allow_empty_topic_name: true })).map(({ topic }) => topic)).toEqual([
      '',
      '',
      'roof',
      'roof',
    ]);
  });

  it('lists changes in message objects newest first', async () => {
    const { id, from, to } = await eventful();
    const by = { user_id: ana.id, timestamp };
    const { edit_history, last_edit_timestamp, last_moved_timestamp } = await fetchMessage(ben, id);
    expect(edit_history).toEqual([
      { ...by, prev_stream: from, stream: to },
      { ...by, prev_topic: 'general chat', topic: 'roof' },
      { ...by, prev_content: 'one *two*', prev_rendered_content: '<p>one <em>two</em></p>' },
    ]);
    expect([last_edit_timestamp, last_moved_timestamp]).toEqual([timestamp, timestamp]);
  });

  it('has one entry for a message that was never changed', async () => {
    const id = await ana.send('talk', 'roof', 'x');
    expect(await history(ben, id)).toEqual([
      { topic: 'roof', content: 'x', rendered_content: '<p>x</p>', user_id: ana.id, timestamp },
    ]);
    for (const field of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp']) {
      expect(await fetchMessage(ben, id)).not.toHaveProperty(field);
    }
  });

  it('contains only moves where the organization says so', async () => {
    const { id, from, to } = await eventful();
    await policy('moves');
    const by = { user_id: ana.id, timestamp };
    expect(await history(ben, id)).toEqual([
      { topic: 'general chat', ...by },
      { topic: 'roof', ...by, prev_topic: 'general chat' },
      { topic: 'roof', ...by, prev_stream: from, stream: to },
    ]);
    expect((await fetchMessage(ben, id)).edit_history).toHaveLength(2);
  });

  it('is empty where the organization says so', async () => {
    const { id } = await eventful();
    await policy('none');
    const { status, body } = await ben.get(`messages/${id}/history`);
    expect([status, body.msg]).toEqual([400, 'Message edit history is disabled in this organization']);
    const message = await fetchMessage(ben, id);
    expect(message).not.toHaveProperty('edit_history');
    expect(message).toMatchObject({ last_edit_timestamp: timestamp, last_moved_timestamp: timestamp });
  });

  it('is for users who can read the message', async () => {
    await ana.subscribe('team', { invite_only: true });
    const [secret, direct] = [await ana.send('team', 't', 'x'), await ana.sendTo([ana], 'x')];
    for (const id of [secret, direct, 10 ** 9, 'x']) {
      expect((await ben.get(`messages/${id}/history`)).body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      });
    }
    expect(await history(ana, direct)).toMatchObject([{ topic: '', content: 'x' }]);
  });

  it('omits channels that the reader cannot see, and the text from there', async () => {
    await ana.subscribe('secret plans', { invite_only: true });
    const id = await ana.send('secret plans', 'surprise', 'x');
    await edit(id, { topic: 'party', content: 'y' });
    await edit(id, { stream_id: await ana.channelId('talk'), topic: 'open' });
    const text = JSON.stringify([await history(ben, id), await fetchMessage(ben, id)]);
    for (const word of ['surprise', 'party', 'secret plans', '"prev_stream"']) expect(text).not.toContain(word);
    expect(await history(ben, id)).toMatchObject([
      { topic: 'open', content: 'x' },
      { topic: 'open', content: 'y', prev_content: 'x' },
    ]);
    expect(await history(ana, id)).toMatchObject([{ topic: 'surprise' }, { topic: 'party' }, { topic: 'open' }]);
  });
});
