import { Attachments } from '@app/messaging';
import { ScheduledMessageRepository } from '../../../libs/messaging/src/scheduling/scheduled-message.repository';
import type { Event, EventQueue } from '../../support/event-queue';
import { uploaded } from '../../support/files';
import { expectFreshSnapshot } from '../../support/fold';
import { inSeconds } from '../../support/later';
import { Parameters, Person } from '../../support/person';
import { flagsOf } from '../../support/reading';
import { failed, gone, messagesIn, Scheduler } from '../../support/scheduler';
import { World } from '../../support/world';

describe('scheduled messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let plansId: number;
  let scheduler: Scheduler;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('plans', { principals: [ana.id, ben.id] });
    plansId = await ana.channelId('plans');
    scheduler = new Scheduler(ana, plansId);
  });
  afterAll(() => world.stop());

  describe('when they are due', () => {
    it('are sent by their author with the names and settings of that time', async () => {
      const [mine, his] = [await ana.register(), await ben.register()];
      const id = await scheduler.schedule({ content: 'Hello @**Ben Example**' });
      await scheduler.due([id]);
      await mine.until(gone(id));
      const event = await his.until(({ type }) => type === 'message');
      expect(event).toMatchObject({
        flags: ['mentioned'],
        message: { sender_id: ana.id, subject: 'later', display_recipient: 'plans', client: 'ParleyTest' },
      });
      await expectFreshSnapshot(mine);
      expect(messagesIn(mine)).toHaveLength(1);
      const [kept] = await world.sql('SELECT content, topic, rendered_content FROM scheduled_message WHERE id = $1', [
        id,
      ]);
      expect(kept).toEqual({ content: '', topic: '', rendered_content: '' });
      const late = [
        await scheduler.edit(id, { content: 'too late' }),
        await scheduler.edit(id, { scheduled_delivery_timestamp: inSeconds(60) }),
        await ana.delete(`scheduled_messages/${id}`),
      ];
      const answer = { result: 'error', msg: 'Scheduled message was already sent', code: 'BAD_REQUEST' };
      expect(late.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([400, answer]));

      await world.sql(`UPDATE scheduled_message SET delivered_at = now() - interval '31 days' WHERE id = $1`, [id]);
      await world.service(ScheduledMessageRepository).forgetSent(30, 100);
      expect((await scheduler.edit(id, { content: 'x' })).body.msg).toBe('Scheduled message does not exist');
    });

    it('follow the topic for the author and mentioned users, by their settings', async () => {
      const [mine, his] = [await ana.register(), await ben.register()];
      await scheduler.due([await scheduler.schedule({ topic: 'begun later', content: '@**Ben Example**' })]);
      for (const queue of [mine, his]) {
        const event = await queue.until(
          ({ type, topic_name }) => type === 'user_topic' && topic_name === 'begun later',
        );
        expect(event).toMatchObject({ stream_id: plansId, visibility_policy: 3 });
        await expectFreshSnapshot(queue);
      }
      const never = { automatically_follow_topics_policy: 4 };
      await ana.ok('PATCH', 'settings', never);
      await scheduler.due([await scheduler.schedule({ topic: 'not followed' })]);
      await mine.until(
        ({ type, message }) => type === 'message' && (message as { subject: string }).subject === 'not followed',
      );
      expect(mine.seen.filter(({ topic_name }) => topic_name === 'not followed')).toEqual([]);
      await ana.ok('PATCH', 'settings', { automatically_follow_topics_policy: 3 });
    });

    it('are sent to users too, and to no others', async () => {
      const [mine, his, hers] = [await ana.register(), await ben.register(), await world.owner.register()];
      await scheduler.due([await scheduler.schedule({ type: 'direct', to: [ben.id] })]);
      const { message } = await his.until(({ type }) => type === 'message');
      expect(message).toMatchObject({ type: 'private', sender_id: ana.id, content: 'See **you**' });
      await expectFreshSnapshot(mine);
      await hers.drain();
      expect(messagesIn(hers)).toEqual([]);
    });

    it('are sent in the order of their due times', async () => {
      const his = await ben.register();
      const ids: number[] = [];
      for (let number = 0; number < 12; number++) ids.push(await scheduler.schedule({ content: `number ${number}` }));
      const wanted = [...ids].reverse();
      for (const [at, id] of wanted.entries()) {
        await world.sql(`UPDATE scheduled_message SET deliver_at = $2 WHERE id = $1`, [
          id,
          new Date(Date.now() + 300_000 + at * 1000),
        ]);
      }
      await world.sql(`UPDATE scheduled_message SET deliver_at = deliver_at - interval '400 s' WHERE id = ANY ($1)`, [
        ids,
      ]);
      await scheduler.due([]);
      await his.until(({ message }) => (message as { content?: string } | undefined)?.content === 'number 0');
      expect(messagesIn(his).map(({ content }) => content)).toEqual(
        Array.from({ length: 12 }, (_, at) => `number ${11 - at}`),
      );
    });

    it('are read for the author as requested, and notes to self are unread', async () => {
      const sent = async (parameters: Parameters) => {
        const queue = await ana.register({ event_types: ['message'] });
        await scheduler.due([await scheduler.schedule(parameters)]);
        const { message } = await queue.until(({ type }) => type === 'message');
        return flagsOf(ana, (message as { id: number }).id);
      };
      expect(await sent({ read_by_sender: true })).toEqual(['read']);
      expect(await sent({ read_by_sender: false })).toEqual([]);
      expect(await sent({})).toEqual([]);
      expect(await sent({ type: 'direct', to: [ana.id], read_by_sender: true })).toEqual([]);
    });

    it('keep the uploaded files of their author linked', async () => {
      const queue = await ana.register({ event_types: ['attachment'] });
      const url = await uploaded(ana, 'plan.txt', 'first things first');
      const id = await scheduler.schedule({ content: `[plan](${url})` });
      const kept = () => world.sql('SELECT FROM attachment_scheduled_message WHERE scheduled_message_id = $1', [id]);
      const sweep = () => world.service(Attachments).sweepUnused(new Date(), 100, new AbortController().signal);
      expect(await kept()).toHaveLength(1);
      await scheduler.edited(id, { content: 'none' });
      expect(await kept()).toHaveLength(0);
      await scheduler.edited(id, { content: `[again](${url})` });
      await sweep();
      expect(await kept()).toHaveLength(1);
      await scheduler.due([id]);
      await queue.until(({ op }) => op === 'update');
      expect(await kept()).toHaveLength(0);
      expect((await fetch(world.url + url, { headers: { authorization: ben.authorization } })).status).toBe(200);
    });

    it('keep a file of a deleted message until they are cancelled', async () => {
      const url = await uploaded(ana, 'two.txt', 'twice');
      const there = async () =>
        (await fetch(world.url + url, { headers: { authorization: ana.authorization } })).status;
      const id = await scheduler.schedule({ content: `[two](${url})` });
      const messageId = await ana.send('plans', 'files', `[two](${url})`);
      await world.owner.ok('DELETE', `messages/${messageId}`);
      expect(await there()).toBe(200);
      await ana.ok('DELETE', `scheduled_messages/${id}`);
      expect(await there()).toBe(404);
    });
  });

  describe('that cannot be sent', () => {
    const botMessage = async (queue: EventQueue) => {
      const { message } = await queue.until(
        ({ type, message }) =>
          type === 'message' && (message as { sender_full_name: string }).sender_full_name === 'Notification Bot',
      );
      return message as { content: string; type: string };
    };

    it('stay in the list with the reason, and are sent after a new time is set', async () => {
      const [cleo, channel] = [await world.member('cleo'), 'closed'];
      await world.owner.subscribe(channel, { principals: [world.owner.id, cleo.id], invite_only: true });
      const to = await cleo.channelId(channel);
      const id = await scheduler.schedule({ to }, cleo);
      await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel], principals: [cleo.id] });
      const queue = await cleo.register({ apply_markdown: true });
      await scheduler.due([id]);
      const event = await queue.until(failed(id));
      expect(event).toMatchObject({ op: 'update', scheduled_message: { failed: true, content: 'See **you**' } });
      const { content, type } = await botMessage(queue);
      expect(type).toBe('private');
      expect(content).toContain(
        `Channel with ID '${to}' does not exist`.replaceAll("'", content.includes('&#39;') ? '&#39;' : "'"),
      );
      expect(content).toContain('href="#scheduled"');
      expect(await scheduler.one(id, cleo)).toMatchObject({ failed: true });
      await expectFreshSnapshot(queue);

      const revive = (parameters: Parameters) => cleo.patch(`scheduled_messages/${id}`, parameters);
      expect((await revive({ topic: 'x' })).body.msg).toBe('Scheduled delivery time must be in the future.');
      expect((await revive({ type: 'channel', to: plansId, topic: 'x' })).body.msg).toBe(
        'Scheduled delivery time must be in the future.',
      );
      const at = inSeconds(3_600);
      expect((await revive({ content: 'again', scheduled_delivery_timestamp: at })).body.code).toBe(
        'STREAM_DOES_NOT_EXIST',
      );
      expect(await scheduler.one(id, cleo)).toMatchObject({ failed: true });
      const place = { type: 'channel', to: plansId, topic: 'back' };
      await cleo.ok('PATCH', `scheduled_messages/${id}`, { ...place, scheduled_delivery_timestamp: at });
      expect(await scheduler.one(id, cleo)).toMatchObject({
        failed: false,
        to: plansId,
        scheduled_delivery_timestamp: at,
      });
      await scheduler.due([id]);
      await queue.until(gone(id));
      await expectFreshSnapshot(queue);
    });

    it('are not sent late', async () => {
      const queue = await ana.register();
      const [late, just] = [
        await scheduler.schedule({ content: 'too late' }),
        await scheduler.schedule({ content: 'just so' }),
      ];
      await scheduler.due([late], 605);
      await scheduler.due([just], 590);
      await queue.until(failed(late));
      await queue.until(gone(just));
      expect((await botMessage(queue)).content).toContain('Message could not be sent at the scheduled time.');
      await expectFreshSnapshot(queue);
      expect(await world.sql(`SELECT FROM message WHERE content = 'too late'`)).toEqual([]);
    });

    it('do not delay others', async () => {
      const queue = await ana.register();
      const dora = await world.member('dora');
      const lost = await scheduler.schedule({ type: 'direct', to: [dora.id] });
      const fine = await scheduler.schedule({ content: 'fine' });
      await world.owner.ok('DELETE', `users/${dora.id}`);
      await scheduler.due([lost, fine], 1);
      await queue.until(failed(lost));
      await queue.until(gone(fine));
      expect(await scheduler.one(lost)).toMatchObject({ failed: true, to: [dora.id] });
      await ana.ok('DELETE', `scheduled_messages/${lost}`);
      await expectFreshSnapshot(queue);
    });
  });

  describe('of bots', () => {
    it('are sent as those of users, errors go to the owner, and incoming webhooks have none', async () => {
      const made = async (shortName: string, type: number) => {
        const names = { full_name: shortName, short_name: shortName, bot_type: type };
        const { user_id: id, api_key: key } = await ana.ok('POST', 'bots', names);
        const { email } = (await ana.ok('GET', `users/${id as number}`)).user as { email: string };
        return new Person(world, id as number, email, shortName, key as string);
      };
      const [bot, webhook] = [await made('clock', 1), await made('hook', 2)];
      expect((await webhook.post('scheduled_messages', scheduler.draft())).status).not.toBe(200);
      const [sent, lost] = [
        await scheduler.schedule({ content: 'tick' }, bot),
        await scheduler.schedule({ content: 'tock' }, bot),
      ];
      const queue = await ana.register();
      await scheduler.due([lost], 700);
      await scheduler.due([sent]);
      const tick = ({ message }: Event) => (message as { content: string } | undefined)?.content === 'tick';
      expect(await queue.until(tick)).toMatchObject({ message: { sender_id: bot.id } });
      await queue.until(({ message }) =>
        /was not sent/.test((message as { content: string } | undefined)?.content ?? ''),
      );
      expect(await scheduler.list(bot)).toMatchObject([{ scheduled_message_id: lost, failed: true }]);
    });
  });

  describe('of a deactivated user', () => {
    it('are cancelled for good, also after reactivation', async () => {
      const eve = await world.member('eve');
      const [soon, later] = [
        await scheduler.schedule({ content: 'from beyond' }, eve),
        await scheduler.schedule({}, eve),
      ];
      await world.owner.ok('DELETE', `users/${eve.id}`);
      await scheduler.due([soon]);
      const queue = await ana.register();
      const mark = await scheduler.schedule();
      await scheduler.due([mark]);
      await queue.until(gone(mark));
      expect(await world.sql(`SELECT FROM message WHERE content = 'from beyond'`)).toEqual([]);
      await world.owner.ok('POST', `users/${eve.id}/reactivate`);
      await eve.logInAgain();
      expect(await scheduler.list(eve)).toMatchObject([
        { scheduled_message_id: soon, failed: true },
        { scheduled_message_id: later, failed: true },
      ]);
      await eve.ok('PATCH', `scheduled_messages/${later}`, { scheduled_delivery_timestamp: inSeconds(60) });
      expect(await scheduler.one(later, eve)).toMatchObject({ failed: false });
    });
  });
});
