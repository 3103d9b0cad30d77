import { idIn, single } from '@app/kernel';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { placeholderEmail } from '../records/email-address';
import { UserIsUnknown } from '../errors';
import type { User } from '../records/user';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { NewestMessage } from './newest-message.port';
import { ProfileFields } from '../profile-fields/profile-fields.service';
import { SpectatorAccess } from '../organizations/spectator-access.service';
import { SpectatorUserObject, spectatorUserObject, UserObject, userObject } from '../users/user-object.client-events';
import { Users } from '../users/users.service';

export interface ProfileOptions {
  clientGravatar: boolean;
  profileData: boolean;
}

/** Accounts as one actor may see them. */
@Injectable()
export class Profiles {
  constructor(
    private readonly users: Users,
    private readonly spectators: SpectatorAccess,
    private readonly guestVisibility: GuestVisibility,
    private readonly profileFields: ProfileFields,
    private readonly newest: NewestMessage,
    private readonly config: Config,
  ) {}

  /**
   * User objects as JSON texts, ascending by id, as far as the actor may see them. `ids` `null`: all users; otherwise
   * those of the ids that exist.
   */
  async list(actor: Actor, ids: readonly number[] | null, options: ProfileOptions): Promise<string[]> {
    const known = await this.guestVisibility.cached(actor);
    const isKnown = ({ id, isBot }: User) => !known || isBot || known.has(id);
    if (ids) {
      const users = (await this.users.list(actor.organizationId, ids)).filter(isKnown);
      return (await this.shown(actor, users, options)).map((object) => JSON.stringify(object));
    }
    const all = await this.users.objectTexts(actor.organizationId, actor, options.clientGravatar);
    const shown = known ? all.filter(({ user }) => isKnown(user)) : all;
    if (!options.profileData) return shown.map(({ text }) => text);
    const values = await this.profileFields.valuesOf(actor.organizationId, null);
    return shown.map(({ user, text }) =>
      user.isBot ? text : `${text.slice(0, -1)},"profile_data":${JSON.stringify(values.get(user.id) ?? {})}}`,
    );
  }

  /**
   * As `list`, for spectators: with fewer fields. Limits of what guests see do not hold for them, as they see little else
   * and would read messages without senders.
   * @throws CredentialsAreMissing where the organization is not open to them, OrganizationIsUnknown
   */
  async listForSpectator(host: string, ids: readonly number[] | null): Promise<SpectatorUserObject[]> {
    const organization = await this.spectators.organizationAt(host);
    return this.shownToSpectators(await this.users.list(organization.id, ids));
  }

  shownToSpectators(users: readonly User[]): SpectatorUserObject[] {
    return users.map((user) => spectatorUserObject(this.disguised(user)));
  }

  async own(actor: Actor): Promise<UserObject & { max_message_id: number }> {
    const user = await this.users.get(actor.organizationId, actor.userId);
    const object = single(await this.shown(actor, [user], { clientGravatar: false, profileData: true }));
    return { ...object, max_message_id: (await this.newest.of(actor)) ?? -1 };
  }

  /**
   * Finds the account by id or by an address.
   * @throws UserIsUnknown whatever the reason
   */
  async find(actor: Actor, idOrEmail: string, options: ProfileOptions): Promise<UserObject> {
    return single(await this.shown(actor, [await this.locate(actor, idOrEmail)], options));
  }

  /**
   * The account that a path names.
   * @throws UserIsUnknown for an unknown account, a hidden address, and one that the actor may not know of
   */
  async locate(actor: Actor, idOrEmail: string): Promise<User> {
    const user = await this.named(actor, idOrEmail);
    await this.guestVisibility.assertKnown(actor, user);
    return user;
  }

  private named(actor: Actor, idOrEmail: string): Promise<User> {
    if (!/^\d+$/.test(idOrEmail)) return this.users.byEmail(actor.organizationId, idOrEmail, actor);
    const id = idIn(idOrEmail);
    if (id === null) throw new UserIsUnknown();
    return this.users.get(actor.organizationId, id);
  }

  private async shown(actor: Actor, users: readonly User[], options: ProfileOptions): Promise<UserObject[]> {
    const { profileData, clientGravatar } = options;
    if (!profileData) return users.map((user) => userObject(user, actor, { clientGravatar, profile: null }));
    const values = await this.profileFields.valuesOf(
      actor.organizationId,
      users.map(({ id }) => id),
    );
    return users.map((user) => userObject(user, actor, { clientGravatar, profile: values.get(user.id) ?? {} }));
  }

  /** Replaces an address that a spectator may not see by the placeholder. Addresses of bots are public. */
  private disguised(user: User): User {
    if (user.isBot) return user;
    return { ...user, email: placeholderEmail(user.id, this.config.emailDomain) };
  }
}
