import fc from 'fast-check';
import { Client } from 'pg';
import type { EventQueue } from '../../support/event-queue';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? 12);
const SEED = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_124);

const PLACES = ['open', 'closed', 'hidden', 'absent', 'conversation', 'self'] as const;
const TEXTS = [
  'plain *text*',
  '@**Ben Example** and @_**Ana Example**',
  'with an alarm word',
  'everyone: @**all**',
  '/me waves',
  '#**open**',
  '@**Nobody Else** https://example.org',
] as const;

interface Wanted {
  readonly sender: number;
  readonly place: (typeof PLACES)[number];
  readonly text: (typeof TEXTS)[number];
  /** `again`: under the name of the one before, which it repeats. */
  readonly name: 'none' | 'own' | 'again';
  readonly isRead: boolean;
}

/** Any set of sends has the same outcome together as one by one: answers, rows, flags and events (ADR 32). */
describe('sends together and one by one', () => {
  let world: World;
  let people: Person[];
  let queues: EventQueue[];
  let run = 0;
  beforeAll(async () => {
    world = await World.start({}, 1);
    await world.withoutWorkers();
    const { owner } = world;
    people = [owner, await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    const principals = people.map(({ id }) => id);
    await owner.subscribe('open', { principals });
    await owner.subscribe('closed', { principals });
    await people[1].subscribe('hidden', { invite_only: true });
    const owners = (await world.sql<{ id: number }>("SELECT id::int FROM user_group WHERE name = 'role:owners'"))[0].id;
    await owner.ok('PATCH', `streams/${await owner.channelId('closed')}`, {
      can_send_message_group: { new: owners },
    });
    await people[2].ok('POST', 'users/me/alert_words', { alert_words: ['alarm'] });
    for (const channel of ['open', 'closed']) await owner.send(channel, 't', 'begins');
    await people[1].send('hidden', 't', 'begins');
    for (const person of people) {
      if (person !== people[1]) await person.sendTo([people[1]], 'begins');
      await person.sendTo([person], 'begins');
    }
    queues = await Promise.all(people.map((person) => person.register({ event_types: ['message'] })));
  });
  afterAll(() => world.stop());

  const wanted: fc.Arbitrary<Wanted> = fc.record({
    sender: fc.nat({ max: 3 }),
    place: fc.constantFrom('open', 'open', 'conversation', ...PLACES),
    text: fc.constantFrom(...TEXTS),
    name: fc.constantFrom('none', 'own', 'again'),
    isRead: fc.boolean(),
  });

  /** The requests; a repeated one is the same once more. */
  const requestsOf = (all: readonly Wanted[], phase: string): { person: Person; parameters: Parameters }[] => {
    const requests: { person: Person; parameters: Parameters }[] = [];
    for (const [at, { sender, place, text, name, isRead }] of all.entries()) {
      const before = requests.at(-1);
      if (name === 'again' && before && all[at - 1].name !== 'none') {
        requests.push(before);
        continue;
      }
      const person = people[sender];
      const to = { conversation: [people[1].id], self: [person.id] }[place as 'self'] ?? place;
      const echo = { queue_id: queues[sender].id, local_id: `${phase}.${at}` };
      const parameters = {
        type: Array.isArray(to) ? 'direct' : 'stream',
        to,
        topic: 't',
        content: `${phase}.${at}. ${text}`.replace(/^(\S+) (\/me.*)$/, '$2 $1'),
        read_by_sender: isRead,
        ...(name === 'none' ? {} : echo),
      };
      requests.push({ person, parameters });
    }
    return requests;
  };

  /** All that came of them, without what differs between any two sends. */
  const outcome = async (phase: string, answers: { status: number; body: Record<string, unknown> }[]) => {
    const plain = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(`${phase}.`, '#.')) as Record<string, unknown>;
    const rows = await world.sql<{ id: number; content: string }>(
      `SELECT m.id::int, m.content, m.rendered_content, m.topic, m.sender_id, m.channel_id, m.conversation_id, m.read_rule,
         m.is_me_message, m.has_link, m.mentions_channel, m.client, m.renderer_version, m.named_ids,
         (SELECT array_agg(ARRAY[f.user_id, f.flags] ORDER BY f.user_id) FROM message_flag f WHERE f.message_id = m.id) AS flags,
         (SELECT count(*) FROM send_key k WHERE k.message_id = m.id) AS names
       FROM message m WHERE content LIKE $1 ORDER BY content`,
      [`%${phase}.%`],
    );
    const contents = new Map(rows.map(({ id, content }) => [id, content]));
    const events = await Promise.all(
      queues.map(async (queue) =>
        (await queue.drain())
          .map(({ id: _, ...event }) => {
            const { id, timestamp: __, ...message } = event.message as { id: number; timestamp: number };
            return plain({ ...event, message: { ...message, id: contents.get(id) } });
          })
          .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      ),
    );
    return {
      answers: answers.map(({ status, body: { id, ...body } }) =>
        plain({ status, body, id: contents.get(id as number) ?? null }),
      ),
      rows: rows.map(({ id: _, ...row }) => plain(row)),
      events,
    };
  };

  it('have the same outcome', async () => {
    let written = 0;
    const query = Client.prototype.query as (...args: never[]) => unknown;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const { text = '' } = args[0] as { text?: string };
      if (/INSERT INTO message \([^]*json_to_recordset/.test(text)) written++;
      return query.apply(this, args as never);
    } as never);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(wanted, { minLength: 2, maxLength: 14 }), async (all) => {
          const [together, apart] = [`together${++run}`, `apart${run}`];
          const post = ({ person, parameters }: { person: Person; parameters: Parameters }) =>
            person.post('messages', parameters);
          const atOnce = await outcome(together, await Promise.all(requestsOf(all, together).map(post)));
          const inTurn = [];
          for (const request of requestsOf(all, apart)) inTurn.push(await post(request));
          expect(atOnce).toEqual(await outcome(apart, inTurn));
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    } finally {
      spy.mockRestore();
    }
    expect(written).toBeGreaterThan(0);
  });
});
