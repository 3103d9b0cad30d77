import {
  CHANNEL_SETTINGS,
  GroupNode,
  GroupSetting,
  ORGANIZATION_SETTINGS,
  PermissionGraph,
  Reason,
  SYSTEM_GROUPS,
  SystemGroupIds,
} from '@app/identity';
import fc from 'fast-check';
import type { ChannelForActor, ChannelPermissions } from '../records/channel';
import { CHANNEL_ACTIONS, ChannelAccess, ChannelAction } from './access';

const idOf = (name: string): number => SYSTEM_GROUPS.findIndex((group) => group.name === name) + 1;
const system = Object.fromEntries(SYSTEM_GROUPS.map(({ name }) => [name, idOf(name)])) as unknown as SystemGroupIds;
const SYSTEM_NODES = SYSTEM_GROUPS.map(({ name, contains }) => ({
  id: idOf(name),
  name,
  isSystem: true,
  isDeactivated: false,
  members: [],
  subgroups: contains ? [idOf(contains)] : [],
}));
const CUSTOM_IDS = [20, 21, 22, 23];
const USER_IDS = [7, 8, 9];
const ANYWHERE = Object.keys(ORGANIZATION_SETTINGS);
const NAMES = Object.keys(CHANNEL_SETTINGS) as (keyof ChannelPermissions)[];

const anyGroupId = fc.constantFrom(...SYSTEM_NODES.map(({ id }) => id), ...CUSTOM_IDS);
const anySetting: fc.Arbitrary<GroupSetting> = fc.oneof(
  anyGroupId,
  fc.record({ direct_members: fc.subarray(USER_IDS), direct_subgroups: fc.uniqueArray(anyGroupId, { maxLength: 3 }) }),
);
/** Groups that contain each other in any way, including cycles. */
const anyCustomGroups = fc.tuple(
  ...CUSTOM_IDS.map((id) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(`group ${id}`),
      isSystem: fc.constant(false),
      isDeactivated: fc.boolean(),
      members: fc.subarray(USER_IDS),
      subgroups: fc.uniqueArray(anyGroupId, { maxLength: 3 }),
    }),
  ),
);
const anyPermissions = fc.tuple(...NAMES.map(() => anySetting)).map((settings) => {
  return Object.fromEntries(NAMES.map((name, at) => [name, settings[at]])) as unknown as ChannelPermissions;
});
const anyChannel = fc.record({
  isPrivate: fc.boolean(),
  isWebPublic: fc.boolean(),
  historyPublicToSubscribers: fc.boolean(),
  isArchived: fc.boolean(),
  isSubscribed: fc.boolean(),
  permissions: anyPermissions,
}) as unknown as fc.Arbitrary<ChannelForActor>;
const anyAccess = fc
  .record({
    role: fc.constantFrom(100, 200, 300, 400, 600),
    joinedAt: fc.constantFrom(0, 5 * 24 * 60 * 60 * 1000),
    custom: anyCustomGroups,
    inOrganization: fc.array(anySetting, { minLength: ANYWHERE.length, maxLength: ANYWHERE.length }),
  })
  .map(({ role, joinedAt, custom, inOrganization }) => {
    const nodes = [...SYSTEM_NODES, ...custom] as unknown as GroupNode[];
    const graph = new PermissionGraph(1 as never, 1, nodes, system, 3, () => 6 * 24 * 60 * 60 * 1000);
    const permissions = Object.fromEntries(ANYWHERE.map((name, at) => [name, inOrganization[at]])) as never;
    const organization = { permissions };
    return new ChannelAccess({ userId: 7 as never, role, joinedAt }, graph, organization);
  });

const DECISIONS: Record<ChannelAction, (access: ChannelAccess, channel: ChannelForActor) => boolean> = {
  see: (access, channel) => access.seesMetadata(channel),
  read: (access, channel) => access.readsHistory(channel) !== null,
  subscribe: (access, channel) => !access.isGuest && access.readsContent(channel),
  post: (access, channel) => access.posts(channel),
  'create-topics': (access, channel) => access.posts(channel),
  'edit-own': (access, channel) => access.readsContent(channel) && !channel.isArchived,
  'delete-own': (access, channel) => access.deletesMessages('any', channel) || access.deletesMessages('own', channel),
  'delete-any': (access, channel) => access.deletesMessages('any', channel),
  'move-topics': (access, channel) => access.movesBetweenTopics(channel),
  'move-out': (access, channel) => access.movesOut(channel),
  'resolve-topics': (access, channel) => access.resolvesTopics(channel),
  administer: (access, channel) => access.administers(channel),
  'add-subscribers': (access, channel) => access.addsSubscribers(channel),
  'remove-subscribers': (access, channel) => access.removesSubscribers(channel),
  'change-access': (access, channel) => access.changesWhoReads(channel),
};

/** All paths through groups that the reasons contain, as names. */
const waysIn = (because: readonly Reason[]): string[][] =>
  because.flatMap(({ text }) => {
    const [, way] = /^can_\w+ of the \w+: (.*)$/.exec(text) ?? [];
    return way ? [way.split(' > ')] : [];
  });

describe('the reasons of a decision about a channel', () => {
  it.each(CHANNEL_ACTIONS)('never differ from the decision: %s', (action) => {
    fc.assert(
      fc.property(anyAccess, anyChannel, (access, channel) => {
        const { allowed, because } = access.explain(action, channel);
        expect(allowed).toBe(DECISIONS[action](access, channel));
        expect(because.length).toBeGreaterThan(0);
        expect(new Set(because.map(({ text }) => text)).size).toBe(because.length);
      }),
      { numRuns: 300 },
    );
  });

  it('give paths through groups that lead from the setting to the user', () => {
    fc.assert(
      fc.property(anyAccess, anyChannel, fc.constantFrom(...CHANNEL_ACTIONS), (access, channel, action) => {
        const { allowed, because } = access.explain(action, channel);
        for (const way of allowed ? waysIn(because) : []) {
          const names = way.slice(0, -1);
          const nodes = names.map((name) => nodeOf(access.graph, name));
          nodes.slice(1).forEach((node, at) => expect(nodes[at].subgroups).toContain(node.id));
          expect(nodes.every(({ isDeactivated }) => !isDeactivated)).toBe(true);
          for (const { id } of nodes) expect(access.graph.isMember(access.subject, id)).toBe(true);
          const last = nodes.at(-1);
          if (last && !last.isSystem) expect(last.members).toContain(7);
          expect(way.at(-1)).toBe('user 7');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never admit a guest by a setting that does not allow all users', () => {
    fc.assert(
      fc.property(anyAccess, anyChannel, anyPermissions, (access, channel, permissions) => {
        fc.pre(access.isGuest);
        const other = { ...channel, permissions };
        for (const action of ['see', 'read', 'administer', 'add-subscribers', 'remove-subscribers'] as const)
          expect(access.explain(action, other).allowed).toBe(access.explain(action, channel).allowed);
      }),
    );
  });
});

function nodeOf(graph: PermissionGraph, name: string): GroupNode {
  const id = [...SYSTEM_NODES.map((node) => node.id), ...CUSTOM_IDS].find((one) => graph.group(one)?.name === name)!;
  return graph.group(id)!;
}
