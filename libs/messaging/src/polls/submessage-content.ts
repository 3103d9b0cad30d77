import { DomainError } from '@app/kernel';

export class SubmessageIsNoJson extends DomainError {
  constructor() {
    super('Invalid json for submessage');
  }
}

export class SubmessageIsInvalid extends DomainError {}

export class SubmessageIsNotPermitted extends DomainError {
  constructor() {
    super('You cannot attach a submessage to this message.');
  }
}

type Rule = (value: unknown) => string | null;

const aString: Rule = (value) => (typeof value === 'string' ? null : 'is not a string');
const anInteger: Rule = (value) => (Number.isSafeInteger(value) ? null : 'is not an integer');
const aBoolean: Rule = (value) => (typeof value === 'boolean' ? null : 'is not a boolean');
const aVote: Rule = (value) => (value === 1 || value === -1 ? null : 'is invalid');

interface Action {
  readonly keys: Readonly<Record<string, Rule>>;
  /** The error for users other than the author; absent: all users may. */
  readonly authorsOnly?: string;
}

type Actions = Readonly<Record<string, Action>>;

const POLL: Actions = {
  vote: { keys: { key: aString, vote: aVote } },
  new_option: { keys: { option: aString, idx: anInteger } },
  question: { keys: { question: aString }, authorsOnly: "You can't edit a question unless you are the author." },
};

const TODO: Actions = {
  new_task: { keys: { key: anInteger, task: aString, desc: aString, completed: aBoolean } },
  strike: { keys: { key: aString } },
  new_task_list_title: {
    keys: { title: aString },
    authorsOnly: "You can't edit the task list title unless you are the author.",
  },
};

const WIDGETS: Readonly<Record<string, Actions>> = { poll: POLL, todo: TODO };

/**
 * Checks an addition to a widget of that type. Other types accept any JSON.
 * @throws SubmessageIsNoJson, SubmessageIsInvalid
 */
export function assertFits(content: string, widgetType: string | null, isAuthor: boolean): void {
  const data = parsed(content);
  const actions = widgetType === null || !Object.hasOwn(WIDGETS, widgetType) ? null : WIDGETS[widgetType];
  if (!actions) return;
  if (!isDictionary(data)) throw new SubmessageIsInvalid(`${widgetType} data is not a dict`);
  const { type, ...rest } = data;
  if (type === undefined) throw new SubmessageIsInvalid(`type key is missing from ${widgetType} data`);
  if (typeof type !== 'string') throw new SubmessageIsInvalid(`${widgetType} data["type"] is not a string`);
  const action = Object.hasOwn(actions, type) ? actions[type] : undefined;
  if (!action) throw new SubmessageIsInvalid(`Unknown type for ${widgetType} data: ${type}`);
  const { keys, authorsOnly } = action;
  if (authorsOnly !== undefined && !isAuthor) throw new SubmessageIsInvalid(authorsOnly);
  for (const [key, rule] of Object.entries(keys)) {
    if (!Object.hasOwn(rest, key)) throw new SubmessageIsInvalid(`${key} key is missing from ${widgetType} data`);
    const fault = rule(rest[key]);
    if (fault !== null) throw new SubmessageIsInvalid(`${widgetType} data["${key}"] ${fault}`);
  }
  const unexpected = Object.keys(rest).find((key) => !Object.hasOwn(keys, key));
  if (unexpected !== undefined) throw new SubmessageIsInvalid(`Unexpected arguments: ${unexpected}`);
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw new SubmessageIsNoJson();
  }
}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
