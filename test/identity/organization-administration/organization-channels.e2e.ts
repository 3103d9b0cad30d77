import { createOtherOrganization } from '../../support/other-organization';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
];

describe('the channels in the settings of an organization', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let gus: Person;
  let channelElsewhere: number;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    gus = await world.guest('gus');
    channelElsewhere = (await createOtherOrganization(world)).channelId;
  });
  afterAll(() => world.stop());

  const registered = async (person: Person) => (await person.register({ fetch_event_types: ['realm'] })).state;
  const withoutEnvelope = ({ result: _, msg: __, ...rest }: Record<string, unknown>) => rest;

  it('announces new channels in the first channel of a new organization, and sets no others', async () => {
    const { state } = await gus.register({ fetch_event_types: ['realm', 'default_streams'] });
    const general = await owner.channelId('general');
    expect(CHANNEL_SETTINGS.map((name) => state[`realm_${name}`])).toEqual([-1, general, -1, -1]);
    await owner.subscribe('announced at once', { announce: true });
    await owner.subscribe('kept quiet', { announce: false });
    await owner.subscribe('private and quiet', { announce: true, invite_only: true });
    const narrow = [
      { operator: 'channel', operand: 'general' },
      { operator: 'topic', operand: 'new channels' },
    ];
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await gus.ok('GET', 'messages', page);
    expect((messages as { content: string }[]).map(({ content }) => content)).toEqual([
      expect.stringContaining('#**announced at once**'),
    ]);
  });

  it('accepts only a private channel for moderation requests, since a report may quote a direct message', async () => {
    await owner.subscribe(['open reports', 'closed reports']);
    const [open, closed] = [await owner.channelId('open reports'), await owner.channelId('closed reports')];
    await owner.ok('PATCH', `streams/${closed}`, { is_private: true, history_public_to_subscribers: false });
    const before = (await registered(gus)).realm_name;
    const { status, body } = await alma.patch('realm', { moderation_request_channel_id: open, name: 'New name' });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    const { realm_name: name, realm_moderation_request_channel_id: id } = await registered(gus);
    expect([name, id]).toEqual([before, -1]);
    await alma.ok('PATCH', 'realm', { moderation_request_channel_id: closed });
    expect((await owner.patch(`streams/${closed}`, { is_private: false })).status).toBe(400);
    const outcomes = await Promise.all([
      alma.patch('realm', { moderation_request_channel_id: -1 }),
      owner.patch(`streams/${closed}`, { is_private: false }),
      alma.patch('realm', { moderation_request_channel_id: closed }),
    ]);
    expect(outcomes.map(({ status }) => status)).not.toContain(500);
    const [{ isPrivate, refersTo }] = await world.sql<{ isPrivate: boolean; refersTo: number }>(
      `SELECT c.is_private AS "isPrivate", (o.settings->>'moderationRequestChannelId')::int AS "refersTo"
       FROM channel c JOIN organization o ON o.id = c.organization_id WHERE c.id = $1`,
      [closed],
    );
    expect(isPrivate || refersTo !== closed).toBe(true);
  });

  describe.each(CHANNEL_SETTINGS)('%s', (name) => {
    it('accepts an active channel of the organization, or none', async () => {
      await owner.subscribe(`for ${name}`, { invite_only: true });
      const id = await owner.channelId(`for ${name}`);
      const queue = await gus.register();
      expect(withoutEnvelope(await alma.ok('PATCH', 'realm', { [name]: id }))).toEqual({ [name]: id });
      expect((await registered(gus))[`realm_${name}`]).toBe(id);
      expect(withoutEnvelope(await alma.ok('PATCH', 'realm', { [name]: -1 }))).toEqual({ [name]: -1 });
      const values = (await queue.drain()).filter(({ type }) => type === 'realm');
      expect(values.map(({ op, property, value }) => [op, property, value])).toEqual([
        ['update', name, id],
        ['update', name, -1],
      ]);
      await expectFreshSnapshot(queue);
    });

    it('rejects unknown, foreign and archived channels', async () => {
      await owner.subscribe(`old ${name}`);
      const archived = await owner.channelId(`old ${name}`);
      await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [archived]);
      for (const id of [999_999, channelElsewhere, archived]) {
        const { status, body } = await alma.patch('realm', { [name]: id });
        expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
      }
      expect((await alma.patch('realm', { [name]: -2 })).status).toBe(400);
    });
  });
});
