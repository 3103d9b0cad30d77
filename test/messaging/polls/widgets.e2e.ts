import type { Event, EventQueue } from '../../support/event-queue';
import type { Body, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const OPTION = JSON.stringify({ type: 'new_option', idx: 1, option: 'soup' });
const VOTE = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });

describe('widgets', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('office', { principals: [ana.id, ben.id] });
    await ana.subscribe('team', { invite_only: true });
  });
  afterAll(() => world.stop());

  const submessagesOf = async (person: Person, id: number) =>
    ((await person.ok('GET', `messages/${id}`)).message as Body).submessages as { id: number; content: string }[];
  const widgetOf = async (id: number): Promise<unknown> => {
    const [{ content }] = await submessagesOf(ana, id);
    return JSON.parse(content);
  };
  const add = (person: Person, message_id: number, content: string, msg_type = 'widget') =>
    person.post('submessage', { message_id, msg_type, content });
  const told = async (queue: EventQueue): Promise<Event[]> =>
    (await queue.drain()).filter(({ type }) => type === 'submessage');

  it('are made of messages that begin with their command', async () => {
    const queue = await ben.register();
    const id = await ana.send('office', 't', '/poll Lunch?\n* pizza\n\n- salad\nnothing at all');
    const poll = { question: 'Lunch?', options: ['pizza', 'salad', 'nothing at all'] };
    expect(await widgetOf(id)).toEqual({ widget_type: 'poll', extra_data: poll });
    const [submessage] = await submessagesOf(ben, id);
    expect(submessage).toEqual({
      id: expect.any(Number),
      message_id: id,
      sender_id: ana.id,
      msg_type: 'widget',
      content: JSON.stringify({ widget_type: 'poll', extra_data: poll }),
    });
    const { message } = await queue.until(({ type }) => type === 'message');
    expect((message as Body).submessages).toEqual([submessage]);
    expect((message as Body).content).toContain('/poll Lunch?');
  });

  it.each([
    ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
    ['/poll\n1', { widget_type: 'poll', extra_data: { question: '', options: ['1'] } }],
    [
      '/todo Today\n- wash: the car: twice\ncook',
      {
        widget_type: 'todo',
        extra_data: {
          task_list_title: 'Today',
          tasks: [
            { task: 'wash', desc: 'the car: twice' },
            { task: 'cook', desc: '' },
          ],
        },
      },
    ],
  ])('are parsed from %j', async (content, widget) => {
    expect(await widgetOf(await ana.sendTo([ben], content))).toEqual(widget);
  });

  it.each(['/polls x', ' x /poll', 'poll x', '/me /poll'])('are not made of other texts: %s', async (content) => {
    expect(await submessagesOf(ana, await ana.send('office', 't', content))).toEqual([]);
  });

  it('are made for bots from the parameter `widget_content`', async () => {
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Apple', reply: 'a' };
    const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Which?', choices: [choice] } };
    expect(await widgetOf(await ana.send('office', 't', 'x', { widget_content: form }))).toEqual(form);
    for (const widget_content of [
      { widget_type: 'zform' },
      { widget_type: 'game', extra_data: form.extra_data },
      { ...form, extra_data: { ...form.extra_data, choices: [{ ...choice, reply: 5 }] } },
      { ...form, extra_data: { ...form.extra_data, type: 'text' } },
      { ...form, more: 1 },
      [form],
      'zform',
    ]) {
      const { status, body } = await ana.post('messages', {
        type: 'channel',
        to: 'office',
        topic: 't',
        content: 'x',
        widget_content,
      });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('accept submessages of readers, with events to receivers', async () => {
    const id = await ana.send('office', 't', '/poll Lunch?\npizza');
    const queues = await Promise.all([ana, ben, world.owner].map((person) => person.register()));
    expect((await add(ben, id, VOTE)).body).toEqual({ result: 'success', msg: '' });
    const [, vote] = await submessagesOf(ana, id);
    expect(vote).toMatchObject({ sender_id: ben.id, msg_type: 'widget', content: VOTE });
    const event = {
      id: expect.any(Number),
      type: 'submessage',
      message_id: id,
      submessage_id: vote.id,
      sender_id: ben.id,
      msg_type: 'widget',
      content: VOTE,
    };
    expect(await Promise.all(queues.map(told))).toEqual([[event], [event], []]);
  });

  it('start with a submessage of the author', async () => {
    const id = await ana.send('office', 't', 'no widget');
    expect((await add(ben, id, VOTE)).body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'You cannot attach a submessage to this message.',
    });
    expect((await add(ana, id, '[1]', 'own')).status).toBe(200);
    expect((await add(ben, id, '{"any": true}', 'own')).status).toBe(200);
    expect((await submessagesOf(ana, id)).map(({ content }) => content)).toEqual(['[1]', '{"any": true}']);
  });

  const invalid: [string, string, string][] = [
    ['/poll', 'no json', 'Invalid json for submessage'],
    ['/poll', '[]', 'poll data is not a dict'],
    ['/poll', '{}', 'type key is missing from poll data'],
    ['/poll', '{"type": 5}', 'poll data["type"] is not a string'],
    ['/poll', '{"type": "toString"}', 'Unknown type for poll data: toString'],
    ['/poll', '{"type": "vote", "key": "canned,0"}', 'vote key is missing from poll data'],
    ['/poll', '{"type": "vote", "key": "canned,0", "vote": 2}', 'poll data["vote"] is invalid'],
    ['/poll', '{"type": "vote", "key": "canned,0", "vote": 1, "more": 1}', 'Unexpected arguments: more'],
    ['/poll', '{"type": "new_option", "idx": "1", "option": "x"}', 'poll data["idx"] is not an integer'],
    ['/poll', '{"type": "question", "question": "x"}', "You can't edit a question unless you are the author."],
    ['/todo', '{"type": "new_task", "key": 1, "task": "x", "desc": "", "completed": 0}', 'is not a boolean'],
    ['/todo', '{"type": "new_task_list_title", "title": "x"}', "You can't edit the task list title"],
    ['/todo', '{"type": "vote", "key": "canned,0", "vote": 1}', 'Unknown type for todo data: vote'],
  ];
  it.each(invalid)('accept valid submessages: %s %s', async (widget, content, msg) => {
    const id = await ana.send('office', 't', widget);
    const { status, body } = await add(ben, id, content);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.msg).toContain(msg);
    expect(await submessagesOf(ana, id)).toHaveLength(1);
  });

  it.each([
    ['/poll', OPTION],
    ['/poll', '{"type": "question", "question": "Dinner?"}'],
    ['/todo', '{"type": "new_task", "key": 2, "task": "x", "desc": "", "completed": false}'],
    ['/todo', '{"type": "strike", "key": "0,canned"}'],
    ['/todo', '{"type": "new_task_list_title", "title": "x"}'],
  ])('accept any submessage of their authors: %s %s', async (widget, content) => {
    expect((await add(ana, await ana.send('office', 't', widget), content)).status).toBe(200);
  });

  it('accept submessages of readers while the channel is active', async () => {
    const ids = [await ana.send('team', 't', '/poll'), await ana.sendTo([world.owner], '/poll'), 999_999_999];
    for (const id of ids) {
      expect((await add(ben, id, VOTE)).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
    }
    await ana.subscribe('closing');
    const closed = await ana.send('closing', 't', '/poll');
    await world.owner.ok('DELETE', `streams/${await ana.channelId('closing')}`);
    expect((await add(ana, closed, VOTE)).body.msg).toBe('Invalid message(s)');
  });

  it('require all parameters', async () => {
    const message_id = await ana.send('office', 't', '/poll');
    const all: Parameters = { message_id, msg_type: 'widget', content: VOTE };
    for (const name of Object.keys(all)) {
      const { body } = await ana.post('submessage', { ...all, [name]: undefined });
      expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
    }
    expect((await ana.post('submessage', { ...all, content: JSON.stringify('x'.repeat(10_001)) })).status).toBe(400);
    expect((await ana.post('submessage', { ...all, msg_type: 'x'.repeat(61) })).status).toBe(400);
  });
});
