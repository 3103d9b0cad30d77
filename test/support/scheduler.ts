import type { Event, EventQueue } from './event-queue';
import { comeDue, inSeconds } from './later';
import type { ApiResponse, Parameters, Person } from './person';

export interface Scheduled {
  scheduled_message_id: number;
  content: string;
  failed: boolean;
}

/** A user who schedules messages, to a channel by default; another user can be given. */
export class Scheduler {
  constructor(
    private readonly author: Person,
    private readonly channelId: number,
  ) {}

  draft = (parameters: Parameters = {}): Parameters => ({
    type: 'channel',
    to: this.channelId,
    topic: 'later',
    content: 'See **you**',
    scheduled_delivery_timestamp: inSeconds(3_600),
    ...parameters,
  });

  schedule = async (parameters: Parameters = {}, person = this.author): Promise<number> =>
    (await person.ok('POST', 'scheduled_messages', this.draft(parameters))).scheduled_message_id as number;

  list = async (person = this.author): Promise<Scheduled[]> =>
    (await person.ok('GET', 'scheduled_messages')).scheduled_messages as Scheduled[];

  one = async (id: number, person = this.author): Promise<Scheduled | undefined> =>
    (await this.list(person)).find(({ scheduled_message_id }) => scheduled_message_id === id);

  edit = (id: number, parameters: Parameters): Promise<ApiResponse> =>
    this.author.patch(`scheduled_messages/${id}`, parameters);

  /** The message after an edit that must succeed. */
  edited = async (id: number, parameters: Parameters): Promise<Scheduled | undefined> => {
    await this.author.ok('PATCH', `scheduled_messages/${id}`, parameters);
    return this.one(id);
  };

  due = (ids: readonly number[], secondsAgo = 0): Promise<void> =>
    comeDue(this.author.world, 'scheduled_message', ids, secondsAgo);
}

export const gone =
  (id: number) =>
  (event: Event): boolean =>
    event.type === 'scheduled_messages' && event.op === 'remove' && event.scheduled_message_id === id;

export const failed =
  (id: number) =>
  ({ type, scheduled_message }: Event): boolean => {
    const changed = scheduled_message as Scheduled | undefined;
    return type === 'scheduled_messages' && changed?.failed === true && changed.scheduled_message_id === id;
  };

export const messagesIn = ({ seen }: EventQueue): Record<string, unknown>[] =>
  seen.filter(({ type }) => type === 'message').map(({ message }) => message as Record<string, unknown>);
