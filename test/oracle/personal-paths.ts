import { ascending, Probe, same } from './channel-paths';
import type { Model } from './model';
import { Actor, Scene } from './scene';

export const idsIn = (list: unknown, name: string): number[] =>
  ascending((list as Record<string, number>[]).map((one) => one[name]));

const botsOf = (model: Model) => [...model.users.values()].filter(({ bot }) => bot !== null);

/** As snapshots list them, with their keys. */
export const botsManagedBy = (model: Model, user: number): number[] =>
  ascending(
    botsOf(model)
      .filter((bot) => model.managesBot(user, bot))
      .map(({ id }) => id),
  );

/** Nobody is told who was there before they met: then a client learns of it with the next report. */
export function checkPresences(
  model: Model,
  who: Actor,
  shown: readonly number[],
  { place, isFresh }: { place: string; isFresh: boolean },
): void {
  const present = ascending(model.presentTo(who.id).map(({ id }) => id));
  if (isFresh) return same(`${place} presences`, who, ascending(shown), present);
  const hidden = shown.filter((id) => model.users.get(id)!.isActive && !present.includes(id));
  same(`${place} presences out of sight`, who, hidden, []);
}

/** What is nobody's business but one's own. */
export function ownThingsProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'GET bots',
      check: async () => {
        const { model } = scene;
        const own = botsOf(model).filter(({ bot, isActive }) => isActive && bot!.ownerId === who.id);
        const { bots } = await scene.get(who, 'bots');
        same('GET bots', who, idsIn(bots, 'user_id'), ascending(own.map(({ id }) => id)));
      },
    },
    ...(['drafts', 'saved_snippets', 'scheduled_messages'] as const).map((kind) => ({
      who,
      place: `GET ${kind}`,
      check: async () => {
        const own = [...scene.model.asides.values()].filter((one) => one.kind === kind && one.ownerId === who.id);
        const listed = (await scene.get(who, kind))[kind] as { content: string }[];
        const got = listed.map(({ content }) => content).sort();
        same(`GET ${kind}`, who, got, own.map(({ secret }) => secret).sort());
      },
    })),
    {
      who,
      place: 'GET invites',
      check: async () => {
        const { model } = scene;
        const { status, body } = await scene.ask(who, 'GET', 'invites');
        same('GET invites', who, status, model.isGuest(who.id) ? 400 : 200);
        if (status !== 200) return;
        const seen = [...model.invitations].filter(([, one]) => model.seesInvitation(who.id, one));
        same('GET invites', who, idsIn(body.invites, 'id'), ascending(seen.map(([id]) => id)));
      },
    },
  ];
}

export function presenceProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'GET realm/presence',
      check: async () => {
        const { presences } = await scene.get(who, 'realm/presence');
        const known = scene.model.presentTo(who.id);
        same('GET realm/presence', who, Object.keys(presences as object).length, known.length);
        for (const { id } of known) await scene.get(who, `users/${id}/presence`);
      },
    },
  ];
}
