import type { Random } from '../support/fuzz/random';
import { ascending, expectAbsent, Probe, same } from './channel-paths';
import type { Group } from './facts';
import { Actor, Scene } from './scene';
import { expectedGroups, shownGroups } from './snapshot-paths';

/** Groups are no secret inside the organization; only guests cannot list them. */
export function groupListProbes(scene: Scene, who: Actor, random: Random): Probe[] {
  const include_deactivated_groups = random.chance(0.5);
  return [
    {
      who,
      place: 'GET user_groups',
      check: async () => {
        const { status, body } = await scene.ask(who, 'GET', 'user_groups', { include_deactivated_groups });
        same('GET user_groups', who, status, scene.model.isGuest(who.id) ? 400 : 200);
        if (status !== 200) return;
        const wanted = [...scene.model.groups.values()].filter(
          (one) => include_deactivated_groups || !one.isDeactivated,
        );
        same('GET user_groups', who, shownGroups(body.user_groups), expectedGroups(scene.model, wanted));
      },
    },
  ];
}

export function groupProbes(scene: Scene, who: Actor, { id }: Group): Probe[] {
  return [
    {
      who,
      place: 'GET user_groups/{id}/members',
      check: async () => {
        const { model } = scene;
        const path = (one: number | string) => `user_groups/${one}/members`;
        if (model.isStrange(who.id)) return expectAbsent(scene, who, (one) => [who, 'GET', path(one)], id);
        const { status, body } = await scene.ask(who, 'GET', path(id));
        const isOpen = !model.isGuest(who.id) && !model.groups.get(id)!.isDeactivated;
        same(`GET ${path(id)}`, who, status, isOpen ? 200 : 400);
        if (!isOpen) return;
        const wanted = [...model.users.keys()].filter((user) => model.isIn(user, id));
        same(`GET ${path(id)}`, who, ascending(body.members as number[]), ascending(wanted));
      },
    },
  ];
}
