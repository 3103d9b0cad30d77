import type { Person } from '../../support/person';
import { flagsOf } from '../../support/reading';
import { World } from '../../support/world';

/** `@*group*` notifies the group's members, if the sender has the permission; `@_*group*` notifies no user. */
describe('mentioning a group', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let groups: Record<string, number>;
  let crew: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await ana.subscribe('general', { principals: [ana.id, ben.id, gus.id, world.owner.id] });
    const listed = (await ana.ok('GET', 'user_groups')).user_groups as { id: number; name: string }[];
    groups = Object.fromEntries(listed.map(({ id, name }) => [name.replace('role:', ''), id]));
    const wish = { name: 'crew', description: '', members: [ben.id] };
    crew = (await ana.ok('POST', 'user_groups/create', wish)).group_id as number;
  });
  afterAll(() => world.stop());

  const allow = (value: unknown) => ana.ok('PATCH', `user_groups/${crew}`, { can_mention_group: { new: value } });
  const message = { type: 'channel', to: 'general', topic: 't' };
  const mention = (by: Person, content = '@*crew*') => by.post('messages', { ...message, content });

  it('is allowed to all users by default, guests too', async () => {
    for (const person of [ana, ben, gus]) {
      const { body } = await mention(person);
      expect(await flagsOf(ben, body.id as number)).toContain('mentioned');
    }
  });

  it('is refused to users outside of the setting, managers and owners included', async () => {
    await allow({ direct_members: [ben.id], direct_subgroups: [] });
    for (const person of [ana, gus, world.owner]) {
      const { status, body } = await mention(person);
      expect([status, body.code, body.msg]).toEqual([
        400,
        'BAD_REQUEST',
        "You are not allowed to mention user group 'crew'.",
      ]);
    }
    expect((await mention(ben)).status).toBe(200);
    expect((await ana.post('messages', { type: 'direct', to: [ben.id], content: '@*crew*' })).status).toBe(400);
  });

  it('is always allowed silently, and in a rendering without sending', async () => {
    await allow(groups.nobody);
    const { status, body } = await mention(ana, '@_*crew*');
    expect([status, await flagsOf(ben, body.id as number)]).toEqual([200, []]);
    expect((await ana.post('messages/render', { content: '@*crew*' })).status).toBe(200);
  });

  it('reports the first refused group', async () => {
    await allow(groups.nobody);
    const { body } = await mention(ana, 'Hello @**Ben Example**, @_*role:members* and @*crew*');
    expect(body.msg).toBe("You are not allowed to mention user group 'crew'.");
  });

  it('of a system group is allowed only silently', async () => {
    for (const name of ['role:owners', 'role:everyone', 'role:nobody']) {
      expect((await mention(world.owner, `@*${name}*`)).body.code).toBe('BAD_REQUEST');
      expect((await mention(gus, `@_*${name}*`)).status).toBe(200);
    }
  });

  it('cannot be restricted to owners, nor opened to the internet', async () => {
    for (const name of ['owners', 'internet']) {
      for (const value of [groups[name], { direct_members: [ana.id], direct_subgroups: [groups[name]] }]) {
        const { status, body } = await ana.patch(`user_groups/${crew}`, { can_mention_group: { new: value } });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
    }
  });

  it('follows the setting at once', async () => {
    await allow(groups.members);
    expect([(await mention(ana)).status, (await mention(gus)).status]).toEqual([200, 400]);
    await allow(groups.everyone);
    expect((await mention(gus)).status).toBe(200);
  });
});
