import { Readings, SenderMutes } from '@app/messaging';
import { Actor, Authenticator } from '@app/platform';
import { heldTransaction } from '../../support/held';
import type { Person } from '../../support/person';
import { changed, unreadsOf } from '../../support/reading';
import { World } from '../../support/world';

/** Calls services for what has no operation, and reads over HTTP. */
describe('messages that are read without being shown', () => {
  let world: World;
  let ana: Person;
  let actor: Actor;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    actor = await actorOf(ana);
  });
  afterAll(() => world.stop());
  beforeEach(() => world.service(Readings).readAll(actor));

  const actorOf = ({ email, key }: Person): Promise<Actor> =>
    world.service(Authenticator).authenticate({ email, key, host: new URL(world.url).host, client: 'Test' });
  const write = (content: string): Promise<number> => world.owner.sendTo([ana], content);
  const unread = async (): Promise<number[]> =>
    (await unreadsOf(ana)).pms.flatMap(({ unread_message_ids }) => unread_message_ids);
  const stored = (what: string, { id }: Person = ana) => world.sql(`SELECT ${what} WHERE user_id = $1`, [id]);
  const floorOf = async (user: Person) =>
    Number((await stored('read_floor AS floor FROM user_read_state', user))[0].floor);
  /**
   * Until the server knows that no transaction older than the message is open. Transactions of other databases of the same
   * PostgreSQL count, too. What one user's reading finds out holds for all users.
   */
  const readByOwner = async (id: number): Promise<void> => {
    const ofOwner = await actorOf(world.owner);
    do await world.service(Readings).readAll(ofOwner);
    while ((await floorOf(world.owner)) < id);
  };

  it('are all earlier messages, during a concurrent send too, and none that comes later', async () => {
    const slow = await heldTransaction(world, ana);
    const ids = [await write('one'), await write('two')];
    expect(await world.service(Readings).readAll(actor)).toEqual(ids);
    await slow.letGo();
    expect(await unread()).toEqual([]);
    const later = await write('three');
    expect(await unread()).toEqual([later]);
  });

  it('are stored as one id as soon as no older transaction is open', async () => {
    const id = await write('one');
    while ((await floorOf(ana)) < id) await world.service(Readings).readAll(actor);
    expect(await stored('flags FROM message_flag')).toEqual([]);
    expect(await unread()).toEqual([]);
  });

  it('are those of a muted sender, also if marked as unread, and stay read after unmuting', async () => {
    const first = await write('one');
    await changed(ana, 'add', 'read', [first]);
    await changed(ana, 'remove', 'read', [first]);
    const mutes = world.service(SenderMutes);
    await mutes.mute(ana.id as never, world.owner.id as never);
    expect(await unread()).toEqual([]);
    const second = await write('two');
    expect(await unread()).toEqual([]);
    await mutes.unmute(ana.id as never, world.owner.id as never);
    expect(await unread()).toEqual([]);
    const third = await write('three');
    expect(await unread()).toEqual([third]);
    await changed(ana, 'remove', 'read', [first, second]);
    expect(await unread()).toEqual([first, second, third]);
  });

  it('are stored in few blocks for users who never read everything', async () => {
    const old = await write('left unread');
    const ids: number[] = [];
    for (let block = 0; block < 34; block++) {
      await world.sql(`SELECT setval('message_id_seq', last_value + 4096) FROM message_id_seq`);
      ids.push(await write('x'));
    }
    await readByOwner(ids.at(-1)!);
    expect(await changed(ana, 'add', 'read', ids)).toEqual(ids);
    expect((await stored('block FROM read_block')).length).toBeLessThanOrEqual(1);
    expect(await unread()).toEqual([old]);
    expect(await changed(ana, 'add', 'read', [old])).toEqual([old]);
    expect(await unread()).toEqual([]);
  });
});
