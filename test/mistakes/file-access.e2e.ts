import { OrganizationCreation, Passwords } from '@app/identity';
import { Deletions, Moves } from '@app/messaging';
import { actorOf } from '../support/actor';
import { statusOf, uploaded } from '../support/files';
import type { Person } from '../support/person';
import { png } from '../support/pictures';
import { World } from '../support/world';

describe('mistakes 4, 5, 9 and 14: access to files', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    ben = await world.member('ben');
  });
  afterAll(() => world.stop());

  let channels = 0;
  /** A channel of Ana's with a file in it; `given`: settings for its creation. */
  const shared = async (given: Record<string, unknown> = {}) => {
    const name = `place ${channels++}`;
    await ana.subscribe(name, given);
    const path = await uploaded(ana, 'secret.txt', 'secret');
    const messageId = await ana.send(name, 'files', `[it](${path})`);
    return { name, path, messageId, id: await ana.channelId(name) };
  };
  const asBen = (path: string) => statusOf(world, path, ben);
  const thumbnailOf = (path: string) => `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;

  describe('access to a file ends at once with access to the message', () => {
    it('by unsubscribing from a private channel', async () => {
      const { name, path } = await shared({
        invite_only: true,
        history_public_to_subscribers: true,
        principals: [ana.id, ben.id],
      });
      expect([await asBen(path), await asBen(path)]).toEqual([200, 200]);
      await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      expect(await asBen(path)).toBe(404);
      expect((await ben.get(path.slice(1))).status).toBe(404);
    });

    it('when the channel becomes private', async () => {
      const { id, path } = await shared();
      expect(await asBen(path)).toBe(200);
      await ana.ok('PATCH', `streams/${id}`, { is_private: true });
      expect(await asBen(path)).toBe(404);
    });

    it('when the message is moved away', async () => {
      const { path, messageId } = await shared();
      const closed = await shared({ invite_only: true });
      expect(await asBen(path)).toBe(200);
      const request = { messageIds: [messageId], channelId: closed.id as never, topic: null };
      await world.service(Moves).move(await actorOf(world, ana), request);
      expect(await asBen(path)).toBe(404);
      expect(await statusOf(world, path, ana)).toBe(200);
    });

    it('when the last message with it is deleted', async () => {
      const { path, messageId } = await shared();
      expect(await asBen(path)).toBe(200);
      await world.service(Deletions).delete(await actorOf(world, ana), [messageId]);
      expect([await asBen(path), await statusOf(world, path, ana)]).toEqual([404, 404]);
    });

    it('by becoming a guest', async () => {
      const { path } = await shared();
      const dora = await world.member('dora');
      expect(await statusOf(world, path, dora)).toBe(200);
      await world.setRole(dora, 'guest');
      expect(await statusOf(world, path, dora)).toBe(404);
    });
  });

  describe('protected history', () => {
    it('hides earlier files from users who subscribe later', async () => {
      const { name, path } = await shared({ invite_only: true, history_public_to_subscribers: false });
      await ana.subscribe(name, { principals: [ben.id] });
      expect(await asBen(path)).toBe(404);
      const later = await uploaded(ana, 'later.txt', 'x');
      await ana.send(name, 'files', `[it](${later})`);
      expect(await asBen(later)).toBe(200);
      await ana.send(name, 'files', `again [it](${path})`);
      expect(await asBen(path)).toBe(200);
    });
  });

  describe('spectators', () => {
    it('read files of web-public channels, while these are open to them', async () => {
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
      await world.owner.subscribe('square', { is_web_public: true });
      const [open, closed] = [await uploaded(world.owner, 'open.png', await png(5, 5)), await shared()];
      expect(await statusOf(world, open, null)).toBe(403);
      await world.owner.send('square', 'files', `[it](${open})`);
      expect([await statusOf(world, open, null), await statusOf(world, thumbnailOf(open), null)]).toEqual([200, 200]);
      expect(await statusOf(world, closed.path, null)).toBe(403);
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: false });
      expect([await statusOf(world, open, null), await statusOf(world, thumbnailOf(open), null)]).toEqual([403, 403]);
    });
  });

  describe('another organization', () => {
    it('cannot read files of this one', async () => {
      const passwordHash = await world.service(Passwords).hash('a long enough secret');
      const owner = { email: 'eva@example.org', fullName: 'Eva Elsewhere', passwordHash };
      const { organization } = await world
        .service(OrganizationCreation)
        .create({ name: 'elsewhere', host: 'elsewhere.example', owner });
      const { path } = await shared();
      const other = path.replace(/^\/user_uploads\/\d+/, `/user_uploads/${organization.id}`);
      expect([await asBen(other), await asBen(path)]).toEqual([404, 200]);
      const [{ owner_id: evaId }] = await world.sql<{ owner_id: number }>(
        'SELECT id AS owner_id FROM user_account WHERE organization_id = $1 AND NOT is_bot',
        [organization.id],
      );
      const pathId = path.replace('/user_uploads/', '');
      // Files of the other organization are never found here, whatever a row here contains.
      await world.sql('UPDATE attachment SET organization_id = $1, owner_id = $2 WHERE path_id = $3', [
        organization.id,
        evaId,
        pathId,
      ]);
      expect([await asBen(path), await statusOf(world, path, ana)]).toEqual([404, 404]);
      expect((await ana.get(path.slice(1))).status).toBe(404);
    });
  });
});
