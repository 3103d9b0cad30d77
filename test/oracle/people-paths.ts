import { ascending, expectAbsent, Probe, same } from './channel-paths';
import type { User } from './facts';
import type { Model } from './model';
import { Actor, Scene } from './scene';
import { hiddenUserProbes } from './hidden-user-paths';

interface UserObject {
  user_id: number;
  role: number;
  full_name: string;
  delivery_email: string | null;
  profile_data?: Record<string, { value: string }>;
}

/** In lists of all users; elsewhere each user has a list. */
interface ListedUser extends UserObject {
  is_active: boolean;
}

export const shownUser = ({ user_id, role, full_name, delivery_email, profile_data }: UserObject): unknown[] => [
  user_id,
  role,
  full_name,
  delivery_email,
  profile_data ? Object.values(profile_data).map(({ value }) => value) : 'no profile',
];

export const expectedUser = (model: Model, viewer: number, user: User): unknown[] => [
  user.id,
  user.role,
  user.name,
  model.seesEmail(viewer, user) ? addressOf(user) : null,
  user.bot ? 'no profile' : user.motto === null ? [] : [user.motto],
];

const addressOf = ({ email, bot }: User): string => (bot ? `${email}-bot@parley.invalid` : `${email}@example.org`);

export const peopleOf = (model: Model): User[] => [...model.users.values()].sort((a, b) => a.id - b.id);
export const peopleKnownTo = (model: Model, viewer: number): User[] =>
  peopleOf(model).filter(({ id }) => model.knows(viewer, id));

const ALL_OF_THEM = { client_gravatar: false, include_custom_profile_fields: true };

export function peopleProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'GET users',
      check: async () => {
        const { members } = await scene.get(who, 'users', ALL_OF_THEM);
        const { model } = scene;
        const wanted = peopleKnownTo(model, who.id).map((user) => [
          ...expectedUser(model, who.id, user),
          user.isActive,
        ]);
        const got = (members as ListedUser[]).map((one) => [...shownUser(one), one.is_active]);
        same('GET users', who, got, wanted);
      },
    },
  ];
}

export function personProbes(scene: Scene, who: Actor, other: Pick<User, 'id'>): Probe[] {
  const user = () => scene.model.users.get(other.id)!;
  if (!scene.model.knows(who.id, other.id)) return hiddenUserProbes(scene, who, user());
  const check = async (path: string) => {
    const found = (await scene.get(who, path, ALL_OF_THEM)).user as UserObject;
    same(`GET ${path}`, who, shownUser(found), expectedUser(scene.model, who.id, user()));
  };
  return [
    { who, place: 'GET users/{id}', check: () => check(`users/${other.id}`) },
    {
      who,
      place: 'GET users/{id}/status',
      check: async () => {
        const { status, isActive, bot } = user();
        if (!isActive) return;
        if (bot) return expectAbsent(scene, who, (word) => [who, 'GET', `users/${word}/status`], other.id);
        const found = (await scene.get(who, `users/${other.id}/status`)).status as { status_text?: string };
        same(`GET users/${other.id}/status`, who, scene.secrets.in(found.status_text ?? ''), status ? [status] : []);
      },
    },
    {
      who,
      place: 'GET users/{email}',
      check: () => {
        const { email } = user();
        if (scene.model.seesEmail(who.id, user())) return check(`users/${encodeURIComponent(addressOf(user()))}`);
        const path = (name: string) => `users/${encodeURIComponent(`${name}@example.org`)}`;
        return expectAbsent(scene, who, (name) => [who, 'GET', path(name)], email);
      },
    },
  ];
}

/** Values that all users of the organization see, and no others. */
export function auditProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'GET audit_log',
      check: async () => {
        const { status, body } = await scene.ask(who, 'GET', 'audit_log', { object_type: 'channel', limit: 100 });
        const isOwner = scene.model.users.get(who.id)!.role === 100;
        same('GET audit_log', who, [status, body.code], isOwner ? [200, undefined] : [400, 'UNAUTHORIZED_PRINCIPAL']);
        if (!isOwner) return;
        const ids = (body.entries as { object_id: number }[]).map(({ object_id }) => object_id);
        const foreign = ascending(new Set(ids)).filter((id) => !scene.model.channels.has(id));
        same('GET audit_log, channels of others', who, foreign, []);
      },
    },
  ];
}
