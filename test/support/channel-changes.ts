import type { Event, EventQueue } from './event-queue';
import type { Parameters, Person } from './person';

/** A client with all channel events; `archived`: its capability. */
export const follow = (person: Person, archived = true): Promise<EventQueue> =>
  person.register({
    fetch_event_types: ['subscription', 'stream', 'default_streams'],
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true, archived_channels: archived },
  });

/** The new events of such a client, without their ids. */
export const told = async (queue: EventQueue): Promise<Omit<Event, 'id'>[]> =>
  (await queue.drain())
    .filter(({ type }) => ['stream', 'subscription', 'default_streams'].includes(type))
    .map(({ id: _id, ...event }) => event);

/** The event of one changed property; `name` is the one that clients know. */
export const updateOf = (id: number, name: string, property: string, value: unknown, beside: object = {}) => ({
  type: 'stream',
  op: 'update',
  stream_id: id,
  name,
  property,
  value,
  ...beside,
});

/** Creates a channel, whose administrator is the creator. */
export async function newChannel(
  person: Person,
  name: string,
  parameters: Parameters = {},
): Promise<{ id: number; name: string }> {
  await person.subscribe(name, parameters);
  return { id: await person.channelId(name), name };
}
