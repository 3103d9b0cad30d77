import { fillOrganization, FullOrganization } from '../support/client-types/full-organization';
import { ALWAYS, Client, keysByWord, spectatorState, UNREAD, wholeState } from '../support/client-types/register';
import { eventfulDay } from '../support/client-types/eventful-day';
import { eventShapes, Listener, named } from '../support/client-types/events';
import { faultsOf, oneOf, record } from '../support/client-types/shapes';
import type { Event } from '../support/event-queue';
import type { Body, Parameters, Person } from '../support/person';
import { World } from '../support/world';

const ABLE = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
  individual_emoji_changes: true,
};
/** The registration of each client (docs/protocol/conventions.md), and how it reads the answer. */
const CLIENTS: [name: string, parameters: Parameters, client: Client][] = [
  [
    'the mobile app',
    {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      idle_queue_timeout: '"mobile"',
      client_capabilities: ABLE,
    },
    { notificationsNull: true, settingsObject: true, modernPresence: true },
  ],
  ['zulip-js', { event_types: 'null' }, {}],
  ['the Python library', { narrow: [], include_subscribers: 'true' }, { subscribers: true }],
  [
    'what knows everything',
    {
      include_subscribers: true,
      client_capabilities: {
        ...ABLE,
        linkifier_url_template: true,
        user_list_incomplete: true,
        archived_channels: true,
        simplified_presence_events: true,
      },
    },
    { notificationsNull: true, settingsObject: true, modernPresence: true, subscribers: true },
  ],
];
/** What the state of a member contains nothing of in an organization that has one of everything. */
const NOTHING_OF = [
  'realm_default_stream_groups',
  'realm_embedded_bots',
  'realm_filters',
  'realm_incoming_webhook_bots',
  'stop_words',
];

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Checks each value that clients read at start-up: its presence and its type, since other values stop them. */
describe('the initial state of clients', () => {
  let full: FullOrganization;
  let people: Record<string, Person>;
  beforeAll(async () => {
    full = await fillOrganization(await World.start());
    const { world, ana, gus } = full;
    people = { owner: world.owner, member: ana, guest: gus };
  });
  afterAll(() => full.world.stop());

  describe.each(CLIENTS)('in the registration of %s', (_, parameters, client) => {
    const whole = wholeState(client);
    it.each(['owner', 'member', 'guest'])('is complete and of the right types for the %s', async (who) => {
      expect(faultsOf(whole, await people[who].ok('POST', 'register', parameters))).toEqual([]);
    });
  });

  it.each([{}, { settingsObject: true, notificationsNull: true }])(
    'is complete without an account: %j',
    async (client: Client) => {
      const client_capabilities = client.settingsObject ? ABLE : undefined;
      const { body } = await full.world.request('POST', 'register', { client_capabilities });
      expect(faultsOf(spectatorState(client), body)).toEqual([]);
    },
  );

  it('is checked in an organization that has one of everything', async () => {
    const state = await full.ana.ok('POST', 'register', {
      client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
    });
    expect(
      Object.keys(state)
        .filter((name) => isEmpty(state[name]))
        .sort(),
    ).toEqual(NOTHING_OF);
    const unread = state.unread_msgs as Record<string, unknown>;
    expect(Object.keys(unread).filter((name) => isEmpty(unread[name]))).toEqual([]);
  });

  it('is checked by a schema that detects a missing key, an unknown key, and another type', async () => {
    const { last_event_id: _, ...state } = await full.ana.ok('POST', 'register');
    const [group] = state.realm_user_groups as Record<string, unknown>[];
    group.members = ['1'];
    expect(faultsOf(wholeState({}), { ...state, more: 1, max_message_id: 1.5 })).toEqual(
      expect.arrayContaining([
        ' misses last_event_id',
        ' has more besides',
        '/max_message_id must be of the type integer',
        '/realm_user_groups/0/members/0 must be of the type integer',
      ]),
    );
  });

  it('contains for each event type exactly its keys', async () => {
    const words = Object.entries(keysByWord({})).filter(([word]) => word !== 'update_display_settings');
    for (const [word, keys] of words) {
      const state = await full.ana.ok('POST', 'register', { event_types: ['message'], fetch_event_types: [word] });
      expect([word, ...faultsOf(record({ ...keys, ...ALWAYS }), state)]).toEqual([word]);
    }
    const both = await full.ana.ok('POST', 'register', { fetch_event_types: UNREAD.words });
    expect(faultsOf(record({ ...keysByWord({}).message, ...UNREAD.keys, ...ALWAYS }), both)).toEqual([]);
  });

  it('contains the settings under both event types for clients without the settings object', async () => {
    const of = async (...fetch_event_types: string[]): Promise<Body> =>
      full.ana.ok('POST', 'register', { event_types: ['message'], fetch_event_types });
    const [display, notifications] = [await of('update_display_settings'), await of('update_global_notifications')];
    const { update_display_settings: flat } = keysByWord({});
    expect(faultsOf(record({ ...flat, ...ALWAYS }), { ...display, ...notifications })).toEqual([]);
    expect(faultsOf(oneOf(true, false), display.twenty_four_hour_time)).toEqual([]);
    expect(faultsOf(oneOf(true, false), notifications.pm_content_in_desktop_notifications)).toEqual([]);
  });

  describe('changes by events', () => {
    const LISTENERS: [name: string, parameters: Parameters, listener: Listener, never: string[]][] = [
      [
        'the mobile app',
        { client_capabilities: ABLE, slim_presence: true, apply_markdown: true, client_gravatar: false },
        { notificationsNull: true, bulkDeletion: true, slimPresence: true },
        ['user_group remove'],
      ],
      ['what knows nothing of late', {}, { notificationsNull: false, bulkDeletion: false, slimPresence: false }, []],
    ];
    let told: Event[][];
    beforeAll(async () => {
      const queues = await Promise.all(LISTENERS.map(([, parameters]) => full.ana.register(parameters)));
      await eventfulDay(full);
      told = await Promise.all(queues.map((queue) => queue.drain()));
    });

    it.each(LISTENERS.map(([name], at) => [name, at] as const))('that %s supports', (_, at) => {
      const [, , listener, never] = LISTENERS[at];
      const shapes = eventShapes(listener);
      const events = told[at].map(named);
      const faults = events.flatMap(({ name, rest }) =>
        name in shapes ? faultsOf(shapes[name], rest).map((fault) => `${name}: ${fault} ${JSON.stringify(rest)}`) : [],
      );
      expect([...new Set(faults)]).toEqual([]);
      const seen = new Set(events.map(({ name }) => name));
      expect(Object.keys(shapes).filter((name) => !seen.has(name))).toEqual(never);
    });
  });
});
