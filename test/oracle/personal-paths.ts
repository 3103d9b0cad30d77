import { ascending, Probe, same } from './channel-paths';
import { Aside, ASIDES } from './facts';
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

interface ShownReport {
  message_id: number;
  reporter_id: number;
  description: string;
}

/** Each is about one value, independent of the rest of the answer. */
export function checkAsides(
  { model, secrets }: Scene,
  who: Actor,
  kind: Aside['kind'],
  listed: unknown,
  place: string,
) {
  const all = [...model.asides.values()].filter((one) => one.kind === kind);
  const told = new Set(all.map(({ secret }) => secret));
  const got = (listed as object[]).map((one) => secrets.in(JSON.stringify(one)).filter((secret) => told.has(secret)));
  const own = all.filter(({ ownerId }) => ownerId === who.id).map(({ secret }) => secret);
  same(place, who, got.flat().sort(), own.sort());
}

/** Presence from before two users could see each other is sent with the client's next report. */
export function checkPresences(
  model: Model,
  who: Actor,
  shown: readonly number[],
  { place, isFresh }: { place: string; isFresh: boolean },
): void {
  const present = ascending(model.presentTo(who.id).map(({ id }) => id));
  if (isFresh) return same(`${place} presences`, who, ascending(shown), present);
  const hidden = shown.filter((id) => model.users.get(id)!.isActive && !present.includes(id));
  same(`${place} presences not visible`, who, hidden, []);
}

/** Private values of a user. */
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
    ...ASIDES.map((kind) => ({
      who,
      place: `GET ${kind}`,
      check: async () => checkAsides(scene, who, kind, (await scene.get(who, kind))[kind], `GET ${kind}`),
    })),
    {
      who,
      place: 'GET moderation/reports',
      check: async () => {
        const { model } = scene;
        const { status, body } = await scene.ask(who, 'GET', 'moderation/reports');
        same('GET moderation/reports', who, status, model.isModerator(who.id) ? 200 : 400);
        if (status !== 200) return;
        const got = (body.reports as ShownReport[]).map((one) => [one.message_id, one.reporter_id, one.description]);
        const wanted = model.reports.map(({ messageId, reporterId, secret }) => [messageId, reporterId, secret]);
        same('GET moderation/reports', who, got, wanted.reverse());
      },
    },
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
