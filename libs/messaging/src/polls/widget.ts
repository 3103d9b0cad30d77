import { DomainError } from '@app/kernel';

/** The interactive content of a message, which clients show in place of the text. */
export interface Widget {
  readonly type: string;
  readonly data: object;
}

/** The type of submessage that makes a message a widget. */
export const WIDGET = 'widget';

/** The JSON for clients. */
export const widgetText = ({ type, data }: Widget): string => JSON.stringify({ widget_type: type, extra_data: data });

const COMMAND = /^\/(poll|todo)(?!\S)/;

/** The widget of a text whose first word requests one; `null`: an ordinary text. */
export function widgetIn(content: string): Widget | null {
  const type = COMMAND.exec(content)?.[1];
  if (type === undefined) return null;
  const [first = '', ...rest] = content.slice(type.length + 1).split(/\r\n|[\n\r]/);
  const title = first.trim();
  const items = rest.map(withoutBullet).filter((item) => item !== '');
  return type === 'poll'
    ? { type, data: { question: title, options: items } }
    : { type, data: { task_list_title: title, tasks: items.map(taskIn) } };
}

const withoutBullet = (line: string): string => line.trim().replace(/^[-*]?\s*/, '');

function taskIn(item: string): { task: string; desc: string } {
  const at = item.indexOf(': ');
  return at < 0 ? { task: item, desc: '' } : { task: item.slice(0, at).trim(), desc: item.slice(at + 2).trim() };
}

export class WidgetIsInvalid extends DomainError {
  constructor(fault: string) {
    super(`Invalid widget_content: ${fault}`);
  }
}

/**
 * A widget that the request contains explicitly: buttons, each with its reply.
 * @throws WidgetIsInvalid
 */
export function widgetOf(written: unknown): Widget {
  const { widget_type: type, extra_data: data } = dictionary(written, 'widget_content', ['widget_type', 'extra_data']);
  if (type !== 'zform') throw new WidgetIsInvalid(`unknown widget type: ${String(type)}`);
  const form = dictionary(data, 'extra_data', ['type', 'heading', 'choices']);
  if (form.type !== 'choices') throw new WidgetIsInvalid(`unknown zform type: ${String(form.type)}`);
  text(form.heading, 'heading');
  if (!Array.isArray(form.choices)) throw new WidgetIsInvalid('choices is not a list');
  for (const [at, written] of (form.choices as unknown[]).entries()) {
    const choice = dictionary(written, `choices[${at}]`, ['short_name', 'long_name', 'reply'], ['type']);
    for (const [name, value] of Object.entries(choice)) text(value, `choices[${at}]["${name}"]`);
  }
  return { type, data: form };
}

function dictionary(
  value: unknown,
  name: string,
  keys: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WidgetIsInvalid(`${name} is not a dict`);
  }
  const missing = keys.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) throw new WidgetIsInvalid(`${missing} key is missing from ${name}`);
  const unexpected = Object.keys(value).find((key) => !keys.includes(key) && !optional.includes(key));
  if (unexpected !== undefined) throw new WidgetIsInvalid(`unexpected key ${unexpected} in ${name}`);
  return value as Record<string, unknown>;
}

function text(value: unknown, name: string): void {
  if (typeof value !== 'string') throw new WidgetIsInvalid(`${name} is not a string`);
}
