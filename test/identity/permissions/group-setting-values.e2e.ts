import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

type Setting = number | { direct_members: number[]; direct_subgroups: number[] };
interface Carrier {
  change(by: Person, value: unknown): Promise<ApiResponse>;
  read(by: Person): Promise<Setting>;
}

const set = (direct_members: number[], direct_subgroups: number[]): Setting => ({ direct_members, direct_subgroups });

/** What all group settings have in common. */
describe('group settings', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let ben: Person;
  let groups: Record<string, number>;
  let foreign: OtherOrganization;
  let carriers: Record<string, Carrier>;
  let group: (name: string) => Promise<number>;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    const listed = (await owner.ok('GET', 'user_groups')).user_groups as { id: number; name: string }[];
    groups = Object.fromEntries(listed.map(({ id, name }) => [name.replace('role:', ''), id]));
    group = async (name) =>
      (await owner.ok('POST', 'user_groups/create', { name, description: '', members: [ana.id] })).group_id as number;
    foreign = await createOtherOrganization(world);
    await owner.subscribe('sales', { invite_only: true, history_public_to_subscribers: true });
    const [channelId, groupId] = [await owner.channelId('sales'), await group('staff')];
    carriers = {
      'of the organization': {
        change: (by, value) => by.patch('realm', { can_create_public_channel_group: value }),
        read: async (by) => {
          const { state } = await by.register({ fetch_event_types: ['realm'] });
          return state.realm_can_create_public_channel_group as Setting;
        },
      },
      'of a user group': {
        change: (by, value) => by.patch(`user_groups/${groupId}`, { can_join_group: value }),
        read: async (by) => {
          const all = (await by.ok('GET', 'user_groups')).user_groups as { id: number; can_join_group: Setting }[];
          return all.find(({ id }) => id === groupId)!.can_join_group;
        },
      },
      'of a channel': {
        change: (by, value) => by.patch(`streams/${channelId}`, { can_subscribe_group: value }),
        read: async (by) => {
          const { stream } = await by.ok('GET', `streams/${channelId}`);
          return (stream as { can_subscribe_group: Setting }).can_subscribe_group;
        },
      },
    };
  });
  afterAll(() => world.stop());

  const codeOf = ({ status, body }: ApiResponse) => (status === 200 ? 'success' : body.code);
  const deactivate = async (person: Person, isActive: boolean) => {
    await world.sql('UPDATE user_account SET is_active = $2 WHERE id = $1', [person.id, isActive]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
  };

  describe.each(['of the organization', 'of a user group', 'of a channel'])('%s', (which) => {
    let carrier: Carrier;
    beforeEach(async () => {
      carrier = carriers[which];
      expect(codeOf(await carrier.change(owner, { new: groups.nobody }))).toBe('success');
    });
    const become = async (value: Setting) => {
      expect(codeOf(await carrier.change(owner, { new: value }))).toBe('success');
      return carrier.read(owner);
    };

    it('are stored in one form for each meaning', async () => {
      expect(await become(set([], [groups.moderators]))).toBe(groups.moderators);
      expect(await become(set([], []))).toBe(groups.nobody);
      expect(await become(set([ben.id, ana.id, ben.id], []))).toEqual(set([ana.id, ben.id], []));
      expect(await become(set([ana.id], [groups.moderators, groups.administrators]))).toEqual(
        set([ana.id], [groups.administrators, groups.moderators]),
      );
    });

    it('are compared with the old value in any spelling', async () => {
      await become(set([ana.id, ben.id], []));
      expect(codeOf(await carrier.change(owner, { new: groups.members, old: set([ben.id, ana.id], []) }))).toBe(
        'success',
      );
      expect(codeOf(await carrier.change(owner, { new: groups.moderators, old: set([], [groups.members]) }))).toBe(
        'success',
      );
      for (const old of [groups.members, set([ana.id], []), set([], [])]) {
        for (const wanted of [groups.moderators, groups.owners]) {
          const { status, body } = await carrier.change(owner, { new: wanted, old });
          expect([status, body.code, body.field_name]).toEqual([400, 'EXPECTATION_MISMATCH', 'old']);
        }
      }
      expect(await carrier.read(owner)).toBe(groups.moderators);
    });

    it('are not stored and not sent when nothing changes', async () => {
      await become(set([ana.id, ben.id], []));
      const queue = await owner.register();
      expect(codeOf(await carrier.change(owner, { new: set([ben.id, ana.id], []) }))).toBe('success');
      expect(
        codeOf(await carrier.change(owner, { new: set([ana.id, ben.id], []), old: set([ben.id, ana.id], []) })),
      ).toBe('success');
      expect(await queue.drain()).toEqual([]);
    });

    it('are sent in the form in which they are shown', async () => {
      const queue = await owner.register();
      await become(set([ben.id, ana.id], [groups.owners]));
      await become(set([], [groups.moderators]));
      expect(await queue.drain()).toHaveLength(2);
      await expectFreshSnapshot(queue);
    });

    it('omit deactivated users and include them again on reactivation', async () => {
      await become(set([ben.id], []));
      await deactivate(ben, false);
      expect(await carrier.read(owner)).toEqual(set([], []));
      const { body } = await carrier.change(owner, { new: groups.moderators, old: set([ben.id], []) });
      expect(body.code).toBe('EXPECTATION_MISMATCH');
      // No client could write the value as it is shown; the deactivated user is still stored in it.
      expect(codeOf(await carrier.change(owner, { new: set([], []), old: set([], []) }))).toBe('success');
      await deactivate(ben, true);
      expect(await carrier.read(owner)).toEqual(set([ben.id], []));
    });

    it('reject unknown users and groups', async () => {
      const former = await group(`former ${which}`);
      await owner.ok('POST', `user_groups/${former}/deactivate`);
      await deactivate(ben, false);
      const values = [
        999_999,
        set([], [999_999]),
        set([999_999], []),
        former,
        set([ana.id], [former]),
        set([ben.id], []),
        set([foreign.userId], []),
        foreign.systemGroupId,
        set([ana.id], [foreign.groupId]),
      ];
      for (const value of values) {
        expect([value, codeOf(await carrier.change(owner, { new: value }))]).toEqual([value, 'BAD_REQUEST']);
      }
      await deactivate(ben, true);
      expect(await carrier.read(owner)).toBe(groups.nobody);
    });

    it('reject a forbidden group inside a set', async () => {
      for (const name of ['internet', 'everyone']) {
        expect(codeOf(await carrier.change(owner, { new: set([ana.id], [groups[name]]) }))).toBe('BAD_REQUEST');
        expect(codeOf(await carrier.change(owner, { new: set([], [groups[name]]) }))).toBe('BAD_REQUEST');
      }
    });

    it.each<[string, unknown]>([
      ['a bare value', 11],
      ['nothing new', {}],
      ['only what was', { old: 11 }],
      ['text', { new: '11' }],
      ['null', { new: null }],
      ['half a set', { new: { direct_members: [1] } }],
      ['one key more', { new: 11, force: true }],
      ['a broken old value', { new: 11, old: {} }],
    ])('are refused as %s', async (_, value) => {
      expect(codeOf(await carrier.change(owner, value))).toBe('BAD_REQUEST');
    });

    it('let exactly one of two concurrent writers succeed', async () => {
      const writers = [groups.moderators, groups.administrators, groups.owners, set([ana.id], [])].map((value) =>
        carrier.change(owner, { new: value, old: groups.nobody }),
      );
      const codes = (await Promise.all(writers)).map(codeOf);
      expect(codes.sort()).toEqual(['EXPECTATION_MISMATCH', 'EXPECTATION_MISMATCH', 'EXPECTATION_MISMATCH', 'success']);
    });
  });
});
