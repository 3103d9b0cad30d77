import { widgetOf } from './widget';

let id = 0;
const said = (content: object, sender_id = 7) => ({
  id: ++id,
  message_id: 1,
  sender_id,
  msg_type: 'widget',
  content: JSON.stringify(content),
});

describe('a widget', () => {
  it('is a poll with votes, options of users and a question that changed', () => {
    const poll = said({ widget_type: 'poll', extra_data: { question: 'Where?', options: ['here', 'there'] } });
    const additions = [
      said({ type: 'vote', key: 'canned,0', vote: 1 }, 8),
      said({ type: 'vote', key: 'canned,0', vote: 1 }, 9),
      said({ type: 'vote', key: 'canned,0', vote: -1 }, 8),
      said({ type: 'new_option', option: 'nowhere', idx: 1 }, 9),
      said({ type: 'question', question: 'Where to?' }),
    ];
    expect(widgetOf([...additions, poll])).toEqual({
      kind: 'poll',
      title: 'Where to?',
      options: [
        { key: 'canned,0', text: 'here', voters: [9] },
        { key: 'canned,1', text: 'there', voters: [] },
        { key: '9,1', text: 'nowhere', voters: [] },
      ],
    });
  });

  it('is a list of tasks that are done and undone', () => {
    const tasks = [{ task: 'buy', desc: 'bread' }];
    const list = said({ widget_type: 'todo', extra_data: { task_list_title: 'Today', tasks } });
    const additions = [
      said({ type: 'new_task', key: 2, task: 'bake', desc: '', completed: false }, 9),
      said({ type: 'strike', key: '0,canned' }),
    ];
    expect(widgetOf([list, ...additions])).toEqual({
      kind: 'todo',
      title: 'Today',
      tasks: [
        { key: '0,canned', text: 'buy', description: 'bread', isDone: true },
        { key: '2,9', text: 'bake', description: '', isDone: false },
      ],
    });
  });

  it.each([['no JSON'], ['{"widget_type":"zform"}'], ['[]']])('is not made of %s', (content) => {
    expect(widgetOf([{ ...said({}), content }])).toBeNull();
  });
});
