import type { UserId } from '@app/kernel';
import { Workers } from '@app/platform';
import { MailRepository } from '../../../libs/platform/src/mail/mail.repository';
import { TOLD_OF_ROLE } from '../../../libs/channels/src/audience/role-channel-visibility.service';
import { ABSENCE } from '../../../libs/channels/src/memberships/absent-subscribers.service';
import { PAIRS } from '../../../libs/channels/src/memberships/subscribers.service';
import { WAITING } from '../../../libs/messaging/src/link-previews/link-previewer.service';
import { PushOrganizationRecheckRepository } from '../../../libs/push/src/notifications/push-organization-recheck.repository';
import { RECHECKED } from '../../../libs/push/src/notifications/push-organization-rechecks.service';
import { PushShownRepository } from '../../../libs/push/src/notifications/push-shown.repository';
import { setActive } from '../../support/deactivation';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';
import { mostWritten } from '../../support/writes';

/** Counts rows, not milliseconds; bench/transactions.ts measures the time of a transaction. */
describe('the rows that one transaction writes', () => {
  let world: World;
  let owner: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
  });
  afterAll(() => world.stop());

  const channels = async (prefix: string, count: number, principals: readonly Person[]): Promise<string[]> => {
    const names = Array.from({ length: count }, (_, at) => `${prefix} ${at}`);
    await owner.ok('POST', 'users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      principals: principals.map(({ id }) => id),
    });
    return names;
  };

  it('are as many for a promotion among many channels as among few', async () => {
    const guest = await world.member('gus');
    const promoted = async () => {
      await owner.ok('PATCH', `users/${guest.id}`, { role: 600 });
      return mostWritten(world, ['event_log', 'audit_log'], () =>
        owner.ok('PATCH', `users/${guest.id}`, { role: 400 }),
      );
    };
    await channels('few', 3, [owner]);
    const few = await promoted();
    await channels('more', 30, [owner]);
    const queue = await guest.register();
    expect(await promoted()).toEqual(few);
    const revealed = (await queue.drain()).filter(({ op }) => op === 'peer_add');
    expect(new Set(revealed.map(({ stream_ids: ids }) => String(ids))).size).toBeGreaterThanOrEqual(33);
  });

  it.each([
    ['channels', { channels: 30 }],
    ['subscribers', { subscribers: 30 }],
  ])('exclude %s for a promoted user with too many, whose clients register again', async (_, limit) => {
    const usual = { ...TOLD_OF_ROLE };
    const guest = await world.member(`guest of ${Object.keys(limit)[0]}`);
    await channels('more', 30, [owner]);
    await channels('one more', 1, [owner]);
    await owner.ok('PATCH', `users/${guest.id}`, { role: 600 });
    const queue = await guest.register();
    Object.assign(TOLD_OF_ROLE, limit);
    await owner.ok('PATCH', `users/${guest.id}`, { role: 400 });
    Object.assign(TOLD_OF_ROLE, usual);
    // Events from before the queue ended may still come.
    await until(async () => {
      const { body } = await guest.get('events', { queue_id: queue.id, last_event_id: -1 });
      return body.code === 'BAD_EVENT_QUEUE_ID';
    });
    const { streams } = (await guest.register()).state;
    expect((streams as unknown[]).length).toBeGreaterThan(30);
  });

  it('are limited where one user subscribes to many channels, and unsubscribes', async () => {
    const usual = { ...PAIRS };
    const eve = await world.member('eve');
    const names = await channels('many', 20, [owner]);
    Object.assign(PAIRS, { joining: 6, leaving: 4 });
    const areDone = () => until(async () => (await world.sql('SELECT FROM membership_change')).length === 0);
    const joined = await mostWritten(world, ['subscription_period'], async () => {
      await channels('many', 20, [eve]);
      await areDone();
    });
    const left = await mostWritten(world, ['subscription_period'], async () => {
      await owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: names, principals: [eve.id] });
      await areDone();
    });
    Object.assign(PAIRS, usual);
    expect([joined.subscription_period, left.subscription_period]).toEqual([6, 4]);
    const { subscriptions } = await eve.ok('GET', 'users/me/subscriptions');
    expect((subscriptions as { name: string }[]).filter(({ name }) => names.includes(name))).toEqual([]);
  });

  describe('for a user of many channels', () => {
    const usual = { ...ABSENCE };
    let eve: Person;
    let ana: Person;
    let gus: Person;
    const readers: EventQueue[] = [];
    beforeAll(async () => {
      [eve, ana] = [await world.member('evelyn'), await world.member('ana')];
      gus = await world.member('gustav');
      await owner.ok('PATCH', `users/${gus.id}`, { role: 600 });
      await channels('wide', 80, [eve]);
      await channels('known', 10, [eve, gus]);
      const hidden = Array.from({ length: 10 }, (_, at) => ({ name: `hidden ${at}` }));
      const principals = [eve.id, ana.id];
      await owner.ok('POST', 'users/me/subscriptions', { subscriptions: hidden, principals, invite_only: true });
      for (const reader of [owner, ana, gus]) readers.push(await reader.register({ include_subscribers: true }));
      ABSENCE.weight = 8;
    });
    afterAll(() => Object.assign(ABSENCE, usual));

    const areDone = () => until(async () => (await world.sql('SELECT FROM absence_change')).length === 0);
    const miscounted = () =>
      world.sql(
        `SELECT c.name FROM channel c WHERE subscriber_count <> (SELECT count(*) FROM subscription_period p
           WHERE p.channel_id = c.id AND p.to_position > 2 ^ 52 AND p.user_id NOT IN (SELECT user_id FROM absent_subscriber))`,
      );

    it('are limited on deactivation and reactivation', async () => {
      for (const isActive of [false, true]) {
        const most = await mostWritten(world, ['channel'], async () => {
          await setActive(world, eve, isActive);
          await areDone();
        });
        expect([isActive, most]).toEqual([isActive, { channel: 8 }]);
        expect(await miscounted()).toEqual([]);
        for (const reader of readers) await expectFreshSnapshot(reader);
      }
    });

    it('lead to events in order for each client, with concurrent changes', async () => {
      // The oldest row of a user comes first, so all of this happens in between.
      await world.sql(
        `INSERT INTO absence_change (organization_id, user_id, is_leaving, channel_ids, due_at)
         VALUES ($1, $2, true, '{}', now() + interval '1 hour')`,
        [world.organizationId, eve.id],
      );
      ABSENCE.patienceMs = 0;
      const register = async (person: Person) => readers.push(await person.register({ include_subscribers: true }));
      await setActive(world, eve, false);
      await register(ana);
      const dan = await world.member('dan');
      await register(dan);
      const principals = [dan.id];
      await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'hidden 1' }], principals });
      await owner.ok('PATCH', `users/${gus.id}`, { role: 400 });
      await setActive(world, eve, true);
      await register(eve);
      await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'hidden 2' }], principals });
      for (const name of ['wide 7', 'hidden 1']) {
        await eve.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      }
      await world.sql("UPDATE absence_change SET due_at = now() WHERE channel_ids = '{}'");
      for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('absence_changes');
      await areDone();
      expect(await miscounted()).toEqual([]);
      for (const reader of readers) await expectFreshSnapshot(reader);
    });
  });

  it('are limited where many messages have waited for a page', async () => {
    const usual = WAITING.most;
    await owner.ok('PATCH', 'realm', { inline_url_embed_preview: true });
    await owner.subscribe('links');
    const first = await owner.send('links', 't', 'x');
    const url = 'https://pages.example/known';
    await world.sql(
      `INSERT INTO link_preview (url_hash, url, content, expires_at)
       VALUES (sha256($1::text::bytea), $1, NULL, now() + interval '1 hour')`,
      [url],
    );
    WAITING.most = 4;
    const most = await mostWritten(world, ['link_preview_wait', 'rerendering'], async () => {
      await world.sql(
        `WITH made AS (
           INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
             renderer_version, client, sent_at)
           SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
             renderer_version, client, sent_at FROM message, generate_series(1, 11) WHERE id = $1
           RETURNING id, organization_id)
         SELECT id FROM made`,
        [first],
      );
      await world.sql('ALTER TABLE link_preview_wait DISABLE TRIGGER note_write');
      await world.sql(
        `INSERT INTO link_preview_wait (url_hash, message_id, organization_id)
         SELECT sha256($1::text::bytea), id, organization_id FROM message WHERE id > $2`,
        [url, first],
      );
      await world.sql('ALTER TABLE link_preview_wait ENABLE TRIGGER note_write');
      await world.sql('INSERT INTO link_preview_fetch (url_hash, url) VALUES (sha256($1::text::bytea), $1)', [url]);
      await until(async () => {
        const [{ waiting }] = await world.sql<{ waiting: string }>(
          'SELECT (SELECT count(*) FROM link_preview_fetch) + (SELECT count(*) FROM rerendering) AS waiting',
        );
        return Number(waiting) === 0;
      });
    });
    WAITING.most = usual;
    expect(most.link_preview_wait).toBe(4);
    expect(most.rerendering).toBeGreaterThan(0);
    expect(await world.sql('SELECT FROM link_preview_wait')).toEqual([]);
  });

  it('are limited where mails expire', async () => {
    await world.sql(
      `INSERT INTO mail (organization_id, recipient, content, message_id, created_at, failed_at)
       SELECT $1, 'a@example.org', '', n::text, now() - interval '40 days', now() FROM generate_series(1, 2500) n`,
      [world.organizationId],
    );
    const most = await mostWritten(world, ['mail'], () => world.service(MailRepository).purge(30));
    expect(most.mail).toBe(1_000);
    expect(await world.sql('SELECT FROM mail')).toEqual([]);
  });

  it('are limited where notifications expire', async () => {
    await world.sql(
      `INSERT INTO push_shown (user_id, message_id, organization_id, shown_at)
       SELECT $1, n, $2, now() - interval '40 days' FROM generate_series(1, 11000) n`,
      [owner.id, world.organizationId],
    );
    const most = await mostWritten(world, ['push_shown'], () => world.service(PushShownRepository).removeOld());
    expect(most.push_shown).toBe(5_000);
    expect(await world.sql('SELECT FROM push_shown')).toEqual([]);
  });

  it('are limited where a user with many notifications is deactivated', async () => {
    const leaver = await world.member('leaver');
    for (const [table, column] of [
      ['push_shown', 'shown_at'],
      ['push_delivery', 'reason, sent_at'],
    ]) {
      await world.sql(
        `INSERT INTO ${table} (user_id, message_id, organization_id, ${column})
         SELECT $1, n, $2, ${column === 'shown_at' ? 'now()' : '1, now()'} FROM generate_series(1, 1000) n`,
        [leaver.id, world.organizationId],
      );
    }
    const most = await mostWritten(world, ['push_shown', 'push_delivery'], () =>
      owner.ok('DELETE', `users/${leaver.id}`),
    );
    expect(most).toEqual({ push_shown: 200, push_delivery: 200 });
    expect(await world.sql('SELECT FROM push_recheck WHERE user_id = $1', [leaver.id])).toHaveLength(1);
    const more = await mostWritten(world, ['push_shown'], async () => {
      const left = () => world.sql('SELECT FROM push_shown WHERE user_id = $1', [leaver.id]);
      while ((await left()).length > 0)
        await world.service(PushShownRepository).removeSomeOf(leaver.id as UserId, world.organizationId);
    });
    expect(more.push_shown).toBe(200);
    await world.sql('DELETE FROM push_recheck');
    await world.sql('DELETE FROM push_delivery');
  });

  it('are limited where all notifications of an organization are checked', async () => {
    const usual = RECHECKED.users;
    RECHECKED.users = 4;
    const shown = Array.from({ length: 11 }, (_, at) => at + 1_000);
    await world.sql(
      `INSERT INTO push_shown (user_id, message_id, organization_id)
       SELECT u, m, $2 FROM unnest($1::bigint[]) u, generate_series(1, 3) m`,
      [shown, world.organizationId],
    );
    const most = await mostWritten(world, ['push_recheck'], async () => {
      await world.service(PushOrganizationRecheckRepository).insert(world.organizationId);
      for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('push_organization_rechecks');
      await until(async () => (await world.sql('SELECT FROM push_organization_recheck')).length === 0);
    });
    RECHECKED.users = usual;
    expect(most.push_recheck).toBe(4);
    const rows = await world.sql<{ user: string }>('SELECT user_id AS "user" FROM push_recheck ORDER BY user_id');
    expect(rows.map(({ user }) => Number(user))).toEqual(shown);
    await world.sql('DELETE FROM push_shown');
    await world.sql('DELETE FROM push_recheck');
  });
});
