import { Attachments, Deletions } from '@app/messaging';
import { Files, newFileKey } from '@app/platform';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { FileRemovals } from '../../../libs/messaging/src/attachments/file-removals.service';
import { actorOf } from '../../support/actor';
import { statusOf, uploaded } from '../../support/files';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Listed {
  id: number;
  name: string;
  path_id: string;
  size: number;
  create_time: number;
  messages: { id: number; date_sent: number }[];
}

describe('files of users', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cem: Person;
  let round = 0;
  beforeAll(async () => {
    world = await World.start();
    ben = await world.member('ben');
    cem = await world.member('cem');
    await ben.subscribe('plans');
  });
  beforeEach(async () => {
    await world.sql('DELETE FROM attachment');
    await world.sql('UPDATE upload_space SET used = 0');
    ana = await world.member(`ana${round++}`);
    await ana.subscribe('plans');
  });
  afterAll(() => world.stop());

  const list = async (person: Person) =>
    (await person.ok('GET', 'attachments')) as unknown as { attachments: Listed[]; upload_space_used: number };
  const linkTo = (path: string) => `see [it](${path})`;
  const withFile = async (person: Person, path: string, channel = 'plans') =>
    person.send(channel, 'files', linkTo(path));
  const deleteMessages = async (person: Person, ids: number[]) =>
    world.service(Deletions).delete(await actorOf(world, person), ids);
  const fileOf = async (id: number) => {
    const [{ key }] = await world.sql<{ key: string }>('SELECT file_key AS key FROM attachment WHERE id = $1', [id]);
    return join(world.directory, 'uploads', key);
  };
  const gone = (path: string) => until(async () => !existsSync(path));

  describe('are listed', () => {
    it('for their owner, with the messages that link to them', async () => {
      const before = Date.now();
      const [one, two] = [await uploaded(ana, 'one.txt', '1'), await uploaded(ana, 'two.txt', '22')];
      await uploaded(ben, 'three.txt', '333');
      const messageId = await withFile(ana, two);
      const { attachments, upload_space_used } = await list(ana);
      expect(upload_space_used).toBe(6);
      expect(attachments).toEqual([
        {
          id: expect.any(Number),
          name: 'one.txt',
          path_id: one.replace('/user_uploads/', ''),
          size: 1,
          create_time: expect.any(Number),
          messages: [],
        },
        expect.objectContaining({ name: 'two.txt', size: 2, path_id: two.replace('/user_uploads/', '') }),
      ]);
      const [{ create_time }, { messages }] = attachments;
      expect(create_time).toBeGreaterThanOrEqual(before);
      expect(create_time).toBeLessThanOrEqual(Date.now());
      const sent = (await ana.ok('GET', `messages/${messageId}`)).message as { timestamp: number };
      expect(messages).toEqual([{ id: messageId, date_sent: expect.any(Number) }]);
      expect(Math.floor(messages[0].date_sent / 1000)).toBe(sent.timestamp);
    });

    it('but not without credentials', async () => {
      expect((await world.request('GET', 'attachments')).body.code).toBe('UNAUTHORIZED');
    });
  });

  describe('are readable', () => {
    it('by users who may read a message that links to them, as soon as there is one', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      expect(await statusOf(world, path, ben)).toBe(404);
      await withFile(ana, path);
      expect(await statusOf(world, path, ben)).toBe(200);
      expect(await statusOf(world, path, cem)).toBe(200); // The channel is public.
    });

    it('by the participants of a direct message only', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      await ana.sendTo([ben], linkTo(path));
      expect([await statusOf(world, path, ben), await statusOf(world, path, cem)]).toEqual([200, 404]);
      expect(await statusOf(world, path, world.owner)).toBe(404);
    });

    it('through a link with the host, but not through the address of a thumbnail only', async () => {
      const [one, two] = [await uploaded(ana, 'a.txt', 'x'), await uploaded(ana, 'b.txt', 'x')];
      await ana.send('plans', 'files', `${world.url}${one} and [elsewhere](https://other.example${two})`);
      expect([await statusOf(world, one, ben), await statusOf(world, two, ben)]).toEqual([200, 404]);
    });

    it('when another user who may read them sends the link on', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      await ana.sendTo([ben], linkTo(path));
      await ben.sendTo([cem], linkTo(path));
      expect(await statusOf(world, path, cem)).toBe(200);
    });

    it('but not through a link by a user who cannot read the file', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      const messageId = await ben.sendTo([cem], linkTo(path));
      expect([await statusOf(world, path, ben), await statusOf(world, path, cem)]).toEqual([404, 404]);
      expect((await list(ana)).attachments[0].messages).toEqual([]);
      const { message } = (await cem.ok('GET', `messages/${messageId}`)) as unknown as { message: { content: string } };
      expect(message.content).toContain(path);
    });
  });

  describe('send events to their owner', () => {
    it('on upload, on use in a message, and on deletion', async () => {
      const queue = await ana.register({ event_types: ['attachment'] });
      const bens = await ben.register({ event_types: ['attachment'] });
      const path = await uploaded(ana, 'a.txt', 'abc');
      const messageId = await withFile(ana, path);
      const [{ id }] = (await list(ana)).attachments;
      await ana.ok('DELETE', `attachments/${id}`);
      const record = { id, name: 'a.txt', path_id: path.slice(14), size: 3, create_time: expect.any(Number) };
      const told = (await queue.drain()).map(({ id: _, ...event }) => event);
      expect(told).toEqual([
        { type: 'attachment', op: 'add', attachment: { ...record, messages: [] }, upload_space_used: 3 },
        {
          type: 'attachment',
          op: 'update',
          attachment: { ...record, messages: [{ id: messageId, date_sent: expect.any(Number) }] },
          upload_space_used: 3,
        },
        { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 },
      ]);
      expect(await bens.drain()).toEqual([]);
    });

    it('also when another user sends the link on', async () => {
      const path = await uploaded(ana, 'a.txt', 'abc');
      await ana.sendTo([ben], linkTo(path));
      const queue = await ana.register({ event_types: ['attachment'] });
      const messageId = await ben.sendTo([cem], linkTo(path));
      expect(await queue.drain()).toMatchObject([{ op: 'update', attachment: { messages: [{}, { id: messageId }] } }]);
    });

    it('but none for a message without files', async () => {
      await uploaded(ana, 'a.txt', 'abc');
      const queue = await ana.register({ event_types: ['attachment'] });
      await ana.send('plans', 'files', 'see /user_uploads/nothing and [this](/user_uploads/1/ab/cd/ef.txt)');
      expect(await queue.drain()).toEqual([]);
    });
  });

  describe('are deleted', () => {
    it('by their owner, also if messages link to them: the links are dead then', async () => {
      const path = await uploaded(ana, 'a.txt', 'abc');
      await withFile(ana, path);
      const [{ id }] = (await list(ana)).attachments;
      const file = await fileOf(id);
      expect(existsSync(file)).toBe(true);
      expect(await ana.ok('DELETE', `attachments/${id}`)).toEqual({ result: 'success', msg: '' });
      expect(await list(ana)).toMatchObject({ attachments: [], upload_space_used: 0 });
      expect([await statusOf(world, path, ana), await statusOf(world, path, ben)]).toEqual([404, 404]);
      await gone(file);
    });

    it('by no other user: foreign and unknown ids get the same answer', async () => {
      await uploaded(ana, 'a.txt', 'abc');
      const [{ id }] = (await list(ana)).attachments;
      for (const [person, wanted] of [
        [ben, id],
        [world.owner, id],
        [ana, id + 1000],
        [ana, 'x'],
        [ana, -1],
        [ana, '99999999999999999999'],
      ] as const) {
        const { status, body } = await person.delete(`attachments/${wanted}`);
        expect([status, body]).toEqual([400, { result: 'error', msg: 'Invalid attachment', code: 'BAD_REQUEST' }]);
      }
      expect((await world.request('DELETE', `attachments/${id}`)).body.code).toBe('UNAUTHORIZED');
      expect((await list(ana)).attachments).toHaveLength(1);
    });

    it('with the last message that links to them', async () => {
      const path = await uploaded(ana, 'a.txt', 'abc');
      const [one, two] = [await withFile(ana, path), await withFile(ben, path)];
      const file = await fileOf((await list(ana)).attachments[0].id);
      const queue = await ana.register({ event_types: ['attachment'] });
      await deleteMessages(ana, [one]);
      expect((await list(ana)).attachments[0].messages).toMatchObject([{ id: two }]);
      expect(await statusOf(world, path, cem)).toBe(200);
      await deleteMessages(ana, [two]);
      expect(await list(ana)).toMatchObject({ attachments: [], upload_space_used: 0 });
      expect(await statusOf(world, path, ana)).toBe(404);
      expect(await queue.drain()).toMatchObject([{ op: 'update' }, { op: 'remove' }]);
      await gone(file);
    });

    it('but not while another message links to one of several files', async () => {
      const [one, two] = [await uploaded(ana, 'a.txt', 'abc'), await uploaded(ana, 'b.txt', 'de')];
      const both = await ana.send('plans', 'files', `${linkTo(one)} ${linkTo(two)}`);
      await withFile(ana, two);
      await deleteMessages(ana, [both]);
      expect((await list(ana)).attachments).toMatchObject([{ name: 'b.txt' }]);
      expect(await list(ana)).toMatchObject({ upload_space_used: 2 });
    });

    it('some weeks after the upload if no message ever linked to them', async () => {
      const [unused, used, young] = await Promise.all(
        ['unused.txt', 'used.txt', 'young.txt'].map((name) => uploaded(ana, name, 'x')),
      );
      const messageId = await withFile(ana, used);
      const old = ['unused.txt', 'used.txt'];
      await world.sql("UPDATE attachment SET created_at = now() - interval '15 days' WHERE name = ANY ($1)", [old]);
      const queue = await ana.register({ event_types: ['attachment'] });
      await sweep(14);
      expect((await list(ana)).attachments.map(({ name }) => name).sort()).toEqual(['used.txt', 'young.txt']);
      expect(await queue.drain()).toMatchObject([{ op: 'remove', upload_space_used: 2 }]);
      expect(await statusOf(world, unused, ana)).toBe(404);
      expect([await statusOf(world, used, ana), await statusOf(world, young, ana)]).toEqual([200, 200]);
      expect((await list(ana)).attachments.find(({ name }) => name === 'used.txt')!.messages[0].id).toBe(messageId);
    });

    const sweep = (days: number) =>
      world
        .service(Attachments)
        .sweepUnused(new Date(Date.now() - days * 24 * 60 * 60 * 1000), 50, new AbortController().signal);
  });

  it('when they are orphaned or abandoned uploads', async () => {
    const files = world.service(Files);
    const [orphan, fresh, avatar] = ['attachments', 'attachments', 'avatars'].map((kind) => newFileKey(kind, 1));
    for (const key of [orphan, fresh, avatar]) await files.write(key, Buffer.from('x'));
    const path = await uploaded(ana, 'a.txt', 'x');
    const old = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
    for (const key of [orphan, avatar]) utimesSync(join(world.directory, 'uploads', key), old, old);
    const [{ id }] = (await list(ana)).attachments;
    utimesSync(await fileOf(id), old, old);
    const removals = world.service(FileRemovals);
    await removals.removeOrphans(new Date(Date.now() - 24 * 60 * 60 * 1000), new AbortController().signal);
    await world.sql(
      `INSERT INTO upload_draft (organization_id, file_key, due_at) SELECT id, 'attachments/x', now() - interval '1 s'
       FROM organization`,
    );
    await removals.work(new AbortController().signal);
    await until(async () => (await files.size(orphan)) === null);
    expect(await world.sql('SELECT FROM upload_draft')).toEqual([]);
    expect([await files.size(fresh), await files.size(avatar)]).toEqual([1, 1]);
    expect(await statusOf(world, path, ana)).toBe(200);
  });

  it('together with their message, in one transaction', async () => {
    const paths = await Promise.all(Array.from({ length: 5 }, (_, index) => uploaded(ana, `${index}.txt`, 'x')));
    await Promise.all(paths.flatMap((path) => [withFile(ana, path), withFile(ana, path)]));
    const { attachments } = await list(ana);
    expect(attachments.map(({ messages }) => messages.length)).toEqual([2, 2, 2, 2, 2]);
  });
});
