import { expectFreshSnapshot } from '../../support/fold';
import { inSeconds } from '../../support/later';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { REFUSED_AT_FIRST, REFUSED_LATER, Scene } from '../../support/scheduled-refusals';
import { gone, Scheduler } from '../../support/scheduler';
import { World } from '../../support/world';

describe('scheduled messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let plansId: number;
  let crowdId: number;
  let scheduler: Scheduler;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe(['plans', 'crowd'], { principals: [ana.id, ben.id] });
    [plansId, crowdId] = [await ana.channelId('plans'), await ana.channelId('crowd')];
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 15) n WHERE c.name = 'crowd'`,
    );
    await world.sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), $1, c.id, 'busy', 100000 + n, '', '', 1, '', now()
       FROM channel c, generate_series(1, 16) n WHERE c.name = 'plans'`,
      [world.organizationId],
    );
    scheduler = new Scheduler(ana, plansId);
  });
  afterAll(() => world.stop());

  const scene = (): Scene => ({ plansId, crowdId, ben });
  const told = (queue: EventQueue) => queue.seen.filter(({ type }) => type === 'scheduled_messages');

  describe('on creation', () => {
    it('are listed by due time, with all their fields', async () => {
      const queue = await ana.register();
      const later = await scheduler.schedule();
      const at = inSeconds(600);
      const sooner = await scheduler.schedule({
        type: 'direct',
        to: [ben.id, ana.id],
        scheduled_delivery_timestamp: at,
      });
      const note = await scheduler.schedule({
        type: 'private',
        to: [ana.id],
        topic: undefined,
        scheduled_delivery_timestamp: at,
      });
      const common = { content: 'See **you**', rendered_content: '<p>See <strong>you</strong></p>', failed: false };
      const soon = { ...common, type: 'private', scheduled_delivery_timestamp: at };
      const expected = [
        { ...soon, scheduled_message_id: sooner, to: [ben.id] },
        { ...soon, scheduled_message_id: note, to: [ana.id] },
        {
          ...common,
          scheduled_message_id: later,
          type: 'stream',
          to: plansId,
          topic: 'later',
          scheduled_delivery_timestamp: expect.any(Number) as number,
        },
      ];
      expect(await scheduler.list()).toEqual(expected);
      await queue.drain();
      expect(told(queue)).toMatchObject([
        { op: 'add', scheduled_messages: [expected[2]] },
        { op: 'add', scheduled_messages: [expected[0]] },
        { op: 'add', scheduled_messages: [expected[1]] },
      ]);
      await expectFreshSnapshot(queue);
      expect((await ana.register()).state.scheduled_messages).toEqual(expected);
      expect((await ben.register()).state.scheduled_messages).toEqual([]);
      expect(await scheduler.list(ben)).toEqual([]);
    });

    it('are normalised as messages are', async () => {
      const id = await scheduler.schedule({ topic: ' (no topic) ', content: '\n\nhello  \n' });
      expect(await scheduler.one(id)).toMatchObject({ topic: '', content: 'hello' });
      const long = await scheduler.schedule({ topic: 't'.repeat(61), content: 'x'.repeat(10_001) });
      expect(await scheduler.one(long)).toMatchObject({
        topic: `${'t'.repeat(57)}...`,
        content: expect.stringMatching(/^x+\n\[message truncated\]$/) as string,
      });
    });

    it('accept the deprecated name of the topic', async () => {
      const id = await scheduler.schedule({ topic: undefined, subject: 'older' });
      expect(await scheduler.one(id)).toMatchObject({ topic: 'older' });
      expect(await scheduler.edited(id, { subject: 'oldest' })).toMatchObject({ topic: 'oldest' });
      const both = { topic: 'one', subject: 'another' };
      for (const answer of [
        await ana.post('scheduled_messages', scheduler.draft(both)),
        await ana.patch(`scheduled_messages/${id}`, both),
      ])
        expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_CONFUSING_VAR']);
    });

    it.each(REFUSED_AT_FIRST)('are refused %s', async (_, parameters, error) => {
      const before = await scheduler.list();
      const { status, body } = await ana.post('scheduled_messages', scheduler.draft(parameters(scene())));
      expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', ...error }]);
      expect(await scheduler.list()).toEqual(before);
    });
  });

  describe('on edit', () => {
    it('change the given fields, with an event of the whole', async () => {
      const queue = await ana.register();
      const id = await scheduler.schedule();
      const at = inSeconds(7_200);
      expect(await scheduler.edited(id, { content: 'Now *this*' })).toMatchObject({
        content: 'Now *this*',
        topic: 'later',
      });
      expect(await scheduler.edited(id, { topic: 'sooner' })).toMatchObject({ content: 'Now *this*', topic: 'sooner' });
      expect(await scheduler.edited(id, { scheduled_delivery_timestamp: at })).toMatchObject({
        scheduled_delivery_timestamp: at,
      });
      expect(await scheduler.edited(id, { to: crowdId })).toMatchObject({
        to: crowdId,
        topic: 'sooner',
      });
      expect(await scheduler.edited(id, { type: 'direct', to: [ben.id] })).toEqual({
        scheduled_message_id: id,
        type: 'private',
        to: [ben.id],
        content: 'Now *this*',
        rendered_content: '<p>Now <em>this</em></p>',
        scheduled_delivery_timestamp: at,
        failed: false,
      });
      expect(await scheduler.edited(id, { topic: 'nowhere' })).not.toHaveProperty('topic');
      expect(await scheduler.edited(id, { to: [ana.id] })).toMatchObject({ to: [ana.id] });
      expect(await scheduler.edited(id, { type: 'stream', to: plansId, topic: 'soup' })).toMatchObject({
        type: 'stream',
        to: plansId,
        topic: 'soup',
      });
      await queue.drain();
      const updates = told(queue).filter(({ op }) => op === 'update');
      expect(updates).toHaveLength(8);
      expect(updates.at(-1)).toMatchObject({ scheduled_message: (await scheduler.one(id))! });
      await expectFreshSnapshot(queue);
    });

    it('keep all changes of concurrent requests for different fields', async () => {
      const id = await scheduler.schedule();
      const at = inSeconds(9_000);
      await Promise.all([
        ana.ok('PATCH', `scheduled_messages/${id}`, { content: 'other' }),
        ana.ok('PATCH', `scheduled_messages/${id}`, { topic: 'another' }),
        ana.ok('PATCH', `scheduled_messages/${id}`, { scheduled_delivery_timestamp: at }),
      ]);
      expect(await scheduler.one(id)).toMatchObject({
        content: 'other',
        topic: 'another',
        scheduled_delivery_timestamp: at,
      });
    });

    it.each(REFUSED_LATER)('are not changed %s', async (_, parameters, error) => {
      const id = await scheduler.schedule();
      const before = await scheduler.one(id);
      const { status, body } = await scheduler.edit(id, parameters(scene()));
      expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', ...error }]);
      expect(await scheduler.one(id)).toEqual(before);
    });

    it.each(['', '   ', '(no topic)', ' (no topic) ', 'general chat', '  general chat '])(
      'require a topic when they become channel messages: %j is refused',
      async (topic) => {
        for (const draft of [{}, { type: 'direct', to: [ben.id] }]) {
          const id = await scheduler.schedule(draft);
          const before = await scheduler.one(id);
          for (const type of ['stream', 'channel']) {
            const { status, body } = await scheduler.edit(id, { type, to: plansId, topic });
            expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
          }
          expect(await scheduler.one(id)).toEqual(before);
        }
      },
    );

    it('can have the empty topic if the type stays', async () => {
      const id = await scheduler.schedule();
      expect(await scheduler.edited(id, { topic: '(no topic)' })).toMatchObject({ topic: '' });
      expect(await scheduler.edited(id, { type: 'channel', to: plansId, topic: 'soup' })).toMatchObject({
        topic: 'soup',
      });
    });

    it('require a topic where the channel requires one', async () => {
      await world.owner.ok('PATCH', `streams/${plansId}`, { topics_policy: 'disable_empty_topic' });
      const id = await scheduler.schedule();
      for (const topic of ['', '(no topic)', 'general chat']) {
        for (const parameters of [{ topic }, { topic, content: 'other' }, { type: 'channel', to: plansId, topic }]) {
          expect((await scheduler.edit(id, parameters)).body).toMatchObject({
            empty_topic_display_name: 'general chat',
          });
        }
        expect((await ana.post('scheduled_messages', scheduler.draft({ topic }))).status).toBe(400);
      }
      await world.owner.ok('PATCH', `streams/${plansId}`, { topics_policy: 'inherit' });
    });
  });

  describe('on cancellation', () => {
    it('are removed and never sent', async () => {
      const queue = await ana.register();
      const id = await scheduler.schedule();
      await ana.ok('DELETE', `scheduled_messages/${id}`);
      expect(await scheduler.one(id)).toBeUndefined();
      await queue.until(gone(id));
      await expectFreshSnapshot(queue);
      expect((await ana.delete(`scheduled_messages/${id}`)).body.msg).toBe('Scheduled message does not exist');
    });
  });
});
