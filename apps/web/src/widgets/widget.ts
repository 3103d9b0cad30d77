import type { KnownMessage } from '../store/messages';

type Submessage = KnownMessage['submessages'][number];

export interface PollOption {
  readonly key: string;
  readonly text: string;
  /** User ids. */
  readonly voters: readonly number[];
}
export interface Task {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly isDone: boolean;
}
export type Widget =
  | { readonly kind: 'poll'; readonly title: string; readonly options: readonly PollOption[] }
  | { readonly kind: 'todo'; readonly title: string; readonly tasks: readonly Task[] };

/** What the additions to a message make of it; `null`: a widget that this client does not know. */
export function widgetOf(submessages: readonly Submessage[]): Widget | null {
  const [first, ...additions] = [...submessages].sort((one, other) => one.id - other.id);
  const made = first && recordIn(first.content);
  if (!made) return null;
  const data = isRecord(made.extra_data) ? made.extra_data : {};
  const begin = made.widget_type === 'poll' ? pollOf(data) : made.widget_type === 'todo' ? todoOf(data) : null;
  return begin && additions.reduce<Widget>(extended, begin);
}

const pollOf = (data: Record<string, unknown>): Widget => ({
  kind: 'poll',
  title: textOf(data.question),
  options: listOf(data.options).map((text, at) => ({ key: `canned,${at}`, text: textOf(text), voters: [] })),
});

const todoOf = (data: Record<string, unknown>): Widget => ({
  kind: 'todo',
  title: textOf(data.task_list_title),
  tasks: listOf(data.tasks).flatMap((task, at) =>
    isRecord(task)
      ? [{ key: `${at},canned`, text: textOf(task.task), description: textOf(task.desc), isDone: false }]
      : [],
  ),
});

function extended(widget: Widget, { content, sender_id: sender }: Submessage): Widget {
  const data = recordIn(content);
  if (!data) return widget;
  return widget.kind === 'poll' ? extendedPoll(widget, data, sender) : extendedTodo(widget, data, sender);
}

function extendedPoll(poll: Extract<Widget, { kind: 'poll' }>, data: Record<string, unknown>, sender: number): Widget {
  switch (data.type) {
    case 'question':
      return { ...poll, title: textOf(data.question) };
    case 'new_option': {
      const key = `${sender},${Number(data.idx)}`;
      const isKnown = poll.options.some((one) => one.key === key || one.text === data.option);
      return isKnown ? poll : { ...poll, options: [...poll.options, { key, text: textOf(data.option), voters: [] }] };
    }
    case 'vote':
      return {
        ...poll,
        options: poll.options.map((one) => {
          if (one.key !== data.key) return one;
          const others = one.voters.filter((id) => id !== sender);
          return { ...one, voters: data.vote === 1 ? [...others, sender] : others };
        }),
      };
    default:
      return poll;
  }
}

function extendedTodo(list: Extract<Widget, { kind: 'todo' }>, data: Record<string, unknown>, sender: number): Widget {
  switch (data.type) {
    case 'new_task_list_title':
      return { ...list, title: textOf(data.title) };
    case 'new_task': {
      const task = { text: textOf(data.task), description: textOf(data.desc), isDone: data.completed === true };
      if (list.tasks.some(({ text }) => text === task.text)) return list;
      return { ...list, tasks: [...list.tasks, { key: `${Number(data.key)},${sender}`, ...task }] };
    }
    case 'strike':
      return {
        ...list,
        tasks: list.tasks.map((one) => (one.key === data.key ? { ...one, isDone: !one.isDone } : one)),
      };
    default:
      return list;
  }
}

function recordIn(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
