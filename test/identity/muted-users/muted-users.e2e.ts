import { SystemBots } from '@app/identity';
import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('muted users', () => {
  let world: World;
  let ana: Person;
  let bea: Person;
  let cid: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, bea, cid] = [await world.member('ana'), await world.member('bea'), await world.member('cid')];
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    for (const { id } of await mutedBy(ana)) await unmute(id);
  });

  const mute = (id: number | string, person = ana) => person.post(`users/me/muted_users/${id}`);
  const unmute = (id: number | string, person = ana) => person.delete(`users/me/muted_users/${id}`);
  const mutedBy = async (person: Person) =>
    (await person.register({ fetch_event_types: ['muted_users'] })).state.muted_users as {
      id: number;
      timestamp: number;
    }[];
  const unreadOf = async (person: Person) => ((await person.register()).state.unread_msgs as { count: number }).count;

  it("lists the user's own muted users, with the time", async () => {
    const before = Math.floor(Date.now() / 1000);
    expect((await mute(bea.id)).body.result).toBe('success');
    await mute(cid.id);
    const muted = await mutedBy(ana);
    expect(muted.map(({ id }) => id)).toEqual([bea.id, cid.id]);
    for (const { timestamp } of muted) {
      expect(Number.isInteger(timestamp)).toBe(true);
      expect(timestamp).toBeGreaterThanOrEqual(before - 1);
      expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000 + 1);
    }
    expect(await mutedBy(bea)).toEqual([]);
  });

  it("tells muted users only to the user's own clients, as a whole list", async () => {
    const [own, others] = [await ana.register(), await bea.register()];
    await mute(bea.id);
    await unmute(bea.id);
    const told = (await own.drain()).filter(({ type }) => type === 'muted_users');
    expect(told.map(({ muted_users }) => (muted_users as { id: number }[]).map(({ id }) => id))).toEqual([
      [bea.id],
      [],
    ]);
    expect(await others.drain()).toEqual([]);
    await expectFreshSnapshot(own);
  });

  it.each(['4711', 'x', '-1', '99999999999999999999'])('rejects the unknown user %s', async (id) => {
    expect((await mute(id)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await unmute(id)).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('rejects the own account, a muted user, and unmuting a user who is not muted', async () => {
    expect((await mute(ana.id)).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Cannot mute self' });
    expect((await unmute(bea.id)).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'User is not muted' });
    await mute(bea.id);
    expect((await mute(bea.id)).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'User already muted' });
    expect((await mutedBy(ana)).length).toBe(1);
  });

  it('accepts bots and deactivated users', async () => {
    const bot = await world.service(SystemBots).notification(world.organizationId);
    const dan = await world.member('dan');
    await world.owner.ok('DELETE', `users/${dan.id}`);
    for (const id of [bot.id, dan.id]) expect((await mute(id)).status).toBe(200);
  });

  it('marks past and future messages of a muted user as read', async () => {
    await bea.subscribe('news', { principals: [ana.id, bea.id, cid.id] });
    const queue = await ana.register();
    const before = await unreadOf(ana);
    const old = [await bea.sendTo([ana], 'Hello'), await bea.send('news', 't', 'All!')];
    const other = await cid.sendTo([ana], 'I am here');
    expect(await unreadOf(ana)).toBe(before + 3);
    await mute(bea.id);
    const read = await queue.until(({ type }) => type === 'update_message_flags');
    expect(read).toMatchObject({ op: 'add', flag: 'read', messages: old, all: false });
    const young = [await bea.sendTo([ana], 'Hello?'), await bea.send('news', 't', '@**Ana Example** anybody?')];
    await expectFreshSnapshot(queue);
    const flags = (id: number) =>
      queue.seen.find((event) => (event.message as { id: number } | undefined)?.id === id)!.flags;
    for (const id of young) expect(flags(id)).toContain('read');
    expect(flags(other)).not.toContain('read');
    expect(await unreadOf(ana)).toBe(before + 1);
    const { message } = await cid.ok('GET', `messages/${young[1]}`);
    expect((message as { flags: string[] }).flags).not.toContain('read');
  });

  it('leaves messages read after unmuting, and delivers new ones as unread', async () => {
    await mute(bea.id);
    await bea.sendTo([ana], 'While muted');
    const before = await unreadOf(ana);
    const queue = await ana.register();
    await unmute(bea.id);
    expect(await unreadOf(ana)).toBe(before);
    await bea.sendTo([ana], 'And now');
    expect(await unreadOf(ana)).toBe(before + 1);
    await expectFreshSnapshot(queue);
  });

  it('marks messages as read that the user had made unread', async () => {
    const id = await bea.sendTo([ana], 'Read, and unread again');
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'remove', flag: 'read' });
    const before = await unreadOf(ana);
    const queue = await ana.register();
    await mute(bea.id);
    expect(await unreadOf(ana)).toBeLessThan(before);
    await expectFreshSnapshot(queue);
  });
});
