import { damagedJson, firstJson, firstTexts, HOSTILE_JSON, HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile';
import { Context, sensibleValue } from './sensible';
import type { Actor } from './stage';
import type { Target, TargetParameter } from './target';
import { form, Headers, multipart, percentEncoded, Pair } from './wire-format';

/** One request, with all its bytes. */
export interface Attempt {
  target: Target;
  actor: Actor;
  method: string;
  /** With the query string, below the server's address. */
  path: string;
  headers: Headers;
  body: Buffer | null;
  /** The server may let it wait for events. */
  mayBlock: boolean;
}

type Subject = Context;

/** What an operation requires although each parameter by itself is optional. */
const NEEDED: Record<string, readonly string[]> = {
  'PATCH /api/v1/scheduled_messages/{scheduled_message_id}': ['content'],
  'POST /api/v1/scheduled_messages': ['topic'],
  'POST /api/v1/realm/profile_fields': ['name'],
  'POST /api/v1/users/me/status': ['status_text'],
  'POST /api/v1/users/{user_id}/status': ['status_text'],
  'POST /api/v1/navigation_views': ['name'],
  'GET /api/v1/messages': ['anchor'],
  'POST /api/v1/messages': ['to', 'topic'],
  'PATCH /api/v1/messages/{id}': ['content'],
  'DELETE /api/v1/messages/{id}/reactions': ['emoji_name'],
  'POST /api/v1/typing': ['type', 'stream_id', 'topic'],
  'PATCH /api/v1/user_groups/{user_group_id}': ['description'],
  'POST /api/v1/user_groups/{user_group_id}/members': ['add'],
  'POST /api/v1/user_groups/{user_group_id}/subgroups': ['add'],
  'PATCH /api/v1/users/me/subscriptions': ['add'],
  'PATCH /api/v1/users/me/subscriptions/muted_topics': ['stream_id'],
  'POST /api/v1/realm/identity_providers': ['issuer', 'client_id'],
  'POST /api/v1/realm/identity_providers/{provider_id}/group_links': ['role'],
  'POST /api/v1/users/me/reauthentication': ['code'],
  'POST /api/v1/users/me/second_factors': ['password', 'code'],
  'POST /api/v1/users/me/second_factors/recovery_codes': ['password', 'code'],
  'POST /api/v1/users/me/second_factors/{factor_id}/confirm': ['code'],
  'DELETE /api/v1/users/me/second_factors/{factor_id}': ['password', 'code'],
  'DELETE /api/v1/users/{user_id}/second_factors': ['password', 'code'],
};

/** A valid request with the required parameters only. */
export function sensibleAttempt(subject: Subject): Attempt {
  const { name, parameters } = subject.target;
  const pairs = parameters
    .filter((parameter) => parameter.required || NEEDED[name]?.includes(parameter.name))
    .map((parameter): Pair => [parameter.name, sensibleText(subject, parameter)]);
  return { ...written(subject, pairs), mayBlock: false }; // There are events, so a slow answer is not a poll.
}

/** Texts for a parameter to try before random ones. */
export type Agenda = Map<TargetParameter, string[]>;

/** A request with a hostile value in that parameter, and sometimes in more. */
export function hostileAttempt(subject: Subject, focus: TargetParameter | null, agenda: Agenda): Attempt {
  const { random, target } = subject;
  const due = focus !== null && random.chance(0.7) ? agendaOf(subject, focus, agenda).pop() : undefined;
  // Few parameters have an effect by themselves; some only together.
  const company = random.pick([0, 0.2, 0.5, 0.8]);
  const pairs = target.parameters.flatMap((parameter): Pair[] => {
    if (parameter === focus && due !== undefined) return [[parameter.name, due]];
    if (parameter === focus || random.chance(0.03)) return hostilePairs(subject, parameter);
    const isNeeded = parameter.required || NEEDED[target.name]?.includes(parameter.name);
    if (!isNeeded && !random.chance(company)) return [];
    return [[parameter.name, sensibleText(subject, parameter)]];
  });
  if (random.chance(0.08)) pairs.push([random.pick(HOSTILE_TEXTS).slice(0, 300), random.pick(HOSTILE_TEXTS)]);
  const attempt = written(subject, random.chance(0.1) ? random.shuffled(pairs) : pairs);
  return due === undefined ? damaged(subject, attempt) : attempt;
}

function agendaOf(subject: Subject, parameter: TargetParameter, agenda: Agenda): string[] {
  const known = agenda.get(parameter);
  if (known) return known;
  const texts = parameter.isJson ? firstJson(sensibleValue(parameter, subject)) : firstTexts(parameter.schema);
  const shuffled = subject.random.shuffled(texts);
  agenda.set(parameter, shuffled);
  return shuffled;
}

function sensibleText(subject: Subject, parameter: TargetParameter): string {
  const value = sensibleValue(parameter, subject);
  return typeof value === 'string' && !parameter.isJson ? value : JSON.stringify(value);
}

/** None if the parameter is left out, several if it is repeated. */
function hostilePairs(subject: Subject, parameter: TargetParameter): Pair[] {
  const { random } = subject;
  const { name } = parameter;
  const hostile = hostileText(subject, parameter);
  const good = sensibleText(subject, parameter);
  const way = random.below(20);
  if (way === 0) return parameter.place === 'path' ? [[name, '']] : [];
  if (parameter.place === 'path') return [[name, hostile]];
  if (way === 1)
    return [
      [name, good],
      [name, hostile],
    ];
  if (way === 2)
    return [
      [name, hostile],
      [name, good],
    ];
  if (way === 3)
    return [
      [`${name}[]`, good],
      [`${name}[0]`, hostile],
    ];
  if (way === 4) return [[name, percentEncoded(hostile)]];
  if (way === 5) return [[name, JSON.stringify(good)]];
  if (way === 6) return Array.from({ length: 300 }, (_, index): Pair => [`${name}${index}`, hostile.slice(0, 50)]);
  return [[name, hostile]];
}

function hostileText(subject: Subject, parameter: TargetParameter): string {
  const { random, stage, target } = subject;
  if (random.chance(0.12)) return String(random.pick(stage.ids));
  if (parameter.name.includes('queue') && random.chance(0.3)) return stage.hiddenQueueId;
  if (parameter.isJson && random.chance(0.5)) return damagedJson(random, sensibleValue(parameter, subject));
  if (parameter.isJson && parameter.schema.type === 'array' && random.chance(0.2)) {
    return JSON.stringify([random.pick(stage.ids), random.pick(stage.ids)]);
  }
  if (parameter.isJson) return random.pick(random.chance(0.85) ? HOSTILE_JSON : HOSTILE_TEXTS);
  if (random.chance(0.15)) return random.pick(random.chance(0.5) ? HOSTILE_NUMBERS : HOSTILE_JSON);
  const text = random.pick(HOSTILE_TEXTS);
  // Values that are refused in a path are refused in the names of routes too.
  return parameter.place === 'path' && random.chance(0.2) ? `${random.pick(target.path.split('/'))}${text}` : text;
}

function written(subject: Subject, pairs: Pair[]): Attempt {
  const { random, target, actor } = subject;
  const inPath = new Set(target.parameters.filter(({ place }) => place === 'path').map(({ name }) => name));
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = pairs.find(([one]) => one === name)?.[1] ?? '';
    return percentEncoded(text.slice(0, random.chance(0.9) ? 400 : 12_000));
  });
  const rest = pairs.filter(([name]) => !inPath.has(name));
  const headers: Headers = { ...credentials(subject) };
  const mayBlock =
    target.name === 'GET /api/v1/events' && !rest.some(([name, text]) => name === 'dont_block' && text === 'true');
  const attempt: Attempt = { target, actor, method: target.method, path, headers, body: null, mayBlock };

  const inQuery = target.method === 'GET' ? 0.9 : 0.15;
  const isLong = rest.some(([, text]) => text.length > 2_000);
  const files = new Set(target.parameters.filter(({ isFile }) => isFile).map(({ name }) => name));
  if (files.size > 0) return { ...attempt, ...withBody(headers, multipart(rest, files)) };
  if (random.chance(isLong ? 0.02 : inQuery))
    return { ...attempt, path: rest.length > 0 ? `${path}?${form(rest)}` : path };
  if (random.chance(0.25)) return { ...attempt, ...withBody(headers, multipart(rest)) };
  const urlencoded = { type: 'application/x-www-form-urlencoded', body: Buffer.from(form(rest)) };
  return { ...attempt, ...withBody(headers, urlencoded) };
}

function withBody(headers: Headers, { type, body }: { type: string; body: Buffer }): Pick<Attempt, 'headers' | 'body'> {
  return { headers: { ...headers, 'content-type': type, 'content-length': String(body.length) }, body };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

function credentials({ stage, actor, random }: Subject): Headers {
  if (actor !== 'nobody') return { authorization: stage.people[actor].authorization };
  const { member } = stage.people;
  const forged = [
    null,
    basic(`${member.email}:${'a'.repeat(32)}`),
    basic(`${member.email}:${member.key.toLowerCase()}x`),
    basic(`${member.email}\0:${member.key}`),
    basic(`' OR 1=1 --:${member.key}`),
    basic(':'),
    basic(`${'x'.repeat(5_000)}:${member.key}`),
    `Bearer ${member.key}`,
    'Basic',
    'Basic \u00ff\u00fe',
    `Basic ${member.key}`,
  ];
  const authorization = random.pick(forged);
  return authorization === null ? {} : { authorization };
}

/** Sometimes an error below the level of parameters. */
function damaged({ random }: Subject, attempt: Attempt): Attempt {
  const { path, headers, body } = attempt;
  const way = random.below(100);
  if (way === 0) return { ...attempt, path: `${path}${path.includes('?') ? '&' : '?'}%zz=%&a=%e0%a4%a&%=%00&=&&` };
  if (way === 1) return { ...attempt, path: path.replace(/\/([^/?]*)(\?|$)/, '/%zz$1$2') };
  if (way === 2) return { ...attempt, path: path.replace(/\/([^/?]*)(\?|$)/, '/$1%2f..%2f..$2') };
  if (way === 3) return { ...attempt, path: `${path}${path.includes('?') ? '&' : '?'}${'p=1&'.repeat(3_000)}` };
  if (!body) return attempt;
  const type = random.pick([
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain; charset=utf-16',
    '\u00ff',
    'application/x-www-form-urlencoded; charset=utf-7',
    'nonsense',
    '',
  ]);
  if (way === 4 || way === 5) return { ...attempt, headers: { ...headers, 'content-type': type } };
  if (way === 6)
    return {
      ...attempt,
      ...withBody(headers, { type: String(headers['content-type']), body: body.subarray(0, body.length >> 1) }),
    };
  if (way === 7)
    return { ...attempt, headers: { ...headers, 'content-encoding': random.pick(['gzip', 'deflate', 'x']) } };
  if (way === 8)
    return {
      ...attempt,
      ...withBody(headers, {
        type: String(headers['content-type']),
        body: Buffer.concat([body, Buffer.from('&%zz=%ff&\xff\xfe=\xc0\x80&%', 'latin1')]),
      }),
    };
  if (way === 9)
    return {
      ...attempt,
      ...withBody(headers, {
        type: String(headers['content-type']),
        body: Buffer.concat([body, Buffer.from('&x='), Buffer.alloc(random.pick([1e5, 5e6]), 'y')]),
      }),
    };
  return attempt;
}
