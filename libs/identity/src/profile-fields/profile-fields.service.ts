import type { OrganizationId, UserId } from '@app/kernel';
import { render } from '@app/markdown';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  ProfileFieldIsNotEditable,
  ProfileFieldIsUnknown,
  ProfileValueIsInvalid,
  ProfileValueIsManaged,
} from './profile-field.errors';
import { isRendered, ProfileField } from './profile-field';
import type { ProfileData } from '../users/profile-data';
import { checkedValue } from './profile-value';
import { isAdministrator } from '../roles/role';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { ProfileFieldRepository } from './profile-field.repository';
import { ProfileValueRepository, ProfileValueRow } from './profile-value.repository';
import { UserRepository } from '../records/user.repository';
import { ManagedProfiles } from '../users/managed-profiles.port';
import { RenderingOptions } from '../rendering-options/rendering-options.service';
import { profileFieldChange } from './profile-field.client-events';
import { UserClientEvents } from '../user-changes/users.client-events';

/** The wanted value of a field; `null`, '' and [] remove the value. */
export interface ProfileValueChange {
  id: number;
  value: string | readonly number[] | null;
}

/** Checked and rendered values, made by `ProfileFields.prepare` for `ProfileFields.set`. */
export interface PreparedProfile {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly changes: readonly ProfileValueChange[];
  /** The HTML of texts, by field. */
  readonly rendered: ReadonlyMap<number, string>;
}

/** The values of users in custom profile fields (docs/protocol/organizations.md). */
@Injectable()
export class ProfileFields {
  constructor(
    private readonly fields: ProfileFieldRepository,
    private readonly values: ProfileValueRepository,
    private readonly users: UserRepository,
    private readonly managed: ManagedProfiles,
    private readonly guestVisibility: GuestVisibility,
    private readonly renderingOptions: RenderingOptions,
    private readonly clients: UserClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The `profile_data` of users, by user id. Users without values are absent. `userIds` `null`: all users of the
   * organization. One statement. A viewer who may see a user may see all these values.
   */
  async valuesOf(
    organizationId: OrganizationId,
    userIds: readonly UserId[] | null,
  ): Promise<ReadonlyMap<UserId, ProfileData>> {
    if (userIds?.length === 0) return new Map();
    const profiles = await this.values.profiles(organizationId, userIds);
    return new Map(profiles.map(({ userId, profile }) => [userId, profile]));
  }

  /**
   * Changes the caller's own values.
   * @throws ProfileFieldIsNotEditable, ProfileValueIsManaged, and what `prepare` throws
   */
  async change(actor: Actor, changes: readonly ProfileValueChange[]): Promise<void> {
    await this.assertAreEditable(actor, changes);
    await this.assertNoneIsManaged(actor.organizationId, actor.userId, changes);
    const prepared = await this.prepare(actor, actor.userId, changes);
    const { organizationId, userId } = actor;
    const locks = [lock.organizationShared(organizationId), lock.user(userId)];
    await this.transactions.run(locks, () => this.set(prepared));
  }

  /**
   * Checks the wanted values and renders them, before the transaction. Of two values for one field the later counts.
   * @throws ProfileFieldIsUnknown, ProfileValueIsInvalid
   */
  async prepare(actor: Actor, userId: UserId, changes: readonly ProfileValueChange[]): Promise<PreparedProfile> {
    const { organizationId } = actor;
    const fields = await this.fields.list(organizationId);
    const rendered = new Map<number, string>();
    const mentioned = new Set<number>();
    for (const { id, value: given } of changes) {
      const field = fieldIn(fields, id);
      const { value, userIds } = checkedValue(field, given);
      for (const one of userIds) mentioned.add(one);
      if (value !== null && isRendered(field)) rendered.set(id, await this.html(actor, value));
    }
    await this.assertKnown(actor, [...mentioned]);
    return { organizationId, userId, changes, rendered };
  }

  /**
   * Stores the prepared values and tells clients about those that changed. The caller's transaction holds the
   * organization's lock, or that lock shared together with the user's.
   * @throws ProfileFieldIsUnknown, ProfileValueIsInvalid for fields that were changed meanwhile
   */
  async set({ organizationId, userId, changes, rendered }: PreparedProfile): Promise<void> {
    const fields = await this.fields.list(organizationId);
    const wanted = new Map(changes.map(({ id, value }) => [id, checkedValue(fieldIn(fields, id), value).value]));
    const present = new Map((await this.values.list(userId)).map(({ fieldId, value }) => [fieldId, value]));
    const changed = [...wanted].filter(([id, value]) => value !== (present.get(id) ?? null));
    const written = changed.flatMap(([fieldId, value]): ProfileValueRow[] =>
      value === null ? [] : [{ fieldId, value, rendered: rendered.get(fieldId) ?? null }],
    );
    await this.values.write(organizationId, userId, written);
    await this.values.remove(
      userId,
      changed.filter(([, value]) => value === null).map(([id]) => id),
    );
    const user = (await this.users.find(organizationId, userId))!;
    for (const [id, value] of changed) {
      await this.clients.tellChange(user, profileFieldChange(id, value, rendered.get(id) ?? null));
    }
  }

  /**
   * Refuses values that an identity provider decides.
   * @throws ProfileValueIsManaged
   */
  async assertNoneIsManaged(
    organizationId: OrganizationId,
    userId: UserId,
    changes: readonly Pick<ProfileValueChange, 'id'>[],
  ): Promise<void> {
    const managed = await this.managed.of(organizationId, userId);
    if (managed.fields.size === 0) return;
    for (const { id, name } of await this.fields.list(organizationId)) {
      const manager = managed.fields.get(name.toLowerCase());
      if (manager !== undefined && changes.some((change) => change.id === id))
        throw new ProfileValueIsManaged(name, manager);
    }
  }

  /** Administrators may also change values that users cannot edit themselves. */
  private async assertAreEditable(
    { organizationId, role }: Actor,
    changes: readonly Pick<ProfileValueChange, 'id'>[],
  ): Promise<void> {
    if (isAdministrator(role)) return;
    const fields = await this.fields.list(organizationId);
    if (changes.some(({ id }) => !fieldIn(fields, id).editableByUser)) throw new ProfileFieldIsNotEditable();
  }

  /** Mentions in a profile notify no user: a profile is not a message. */
  private async html(actor: Actor, value: string): Promise<string> {
    const options = await this.renderingOptions.ofDescriptions(actor);
    return render(value, { ...options, users: [], groups: [], channels: [] }).html;
  }

  /** @throws ProfileValueIsInvalid for a value that is no active person, or not visible to the actor */
  private async assertKnown(actor: Actor, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const users = new Map((await this.users.findByIds(actor.organizationId, ids)).map((user) => [user.id, user]));
    const known = await this.guestVisibility.cached(actor);
    for (const id of ids as UserId[]) {
      const user = users.get(id);
      if (!user || (known && !known.has(id) && !user.isBot)) throw new ProfileValueIsInvalid(`Invalid user ID: ${id}`);
      if (!user.isActive) throw new ProfileValueIsInvalid(`User with ID ${id} is deactivated`);
      if (user.isBot) throw new ProfileValueIsInvalid(`User with ID ${id} is a bot`);
    }
  }
}

/** @throws ProfileFieldIsUnknown */
function fieldIn(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((one) => one.id === id);
  if (!field) throw new ProfileFieldIsUnknown(id);
  return field;
}
