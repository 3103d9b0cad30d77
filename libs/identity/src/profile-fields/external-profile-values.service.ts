import type { OrganizationId, UserId } from '@app/kernel';
import { DomainError } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { actorOf } from '../records/actor-of';
import { UserRepository } from '../records/user.repository';
import { PROFILE_FIELD_TYPE, ProfileField } from './profile-field';
import { optionsOf } from './profile-field-data';
import { ProfileFieldRepository } from './profile-field.repository';
import { ProfileFields, ProfileValueChange } from './profile-fields.service';
import { checkedValue } from './profile-value';
import { ProfileValueRepository } from './profile-value.repository';

/** By the name of the field; `null`: the person has no value. */
export type ExternalValues = ReadonlyMap<string, string | null>;

/** Values of custom profile fields that identity providers decide. */
@Injectable()
export class ExternalProfileValues {
  constructor(
    private readonly fields: ProfileFieldRepository,
    private readonly values: ProfileValueRepository,
    private readonly profileFields: ProfileFields,
    private readonly organizations: Organizations,
    private readonly users: UserRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Writes what differs, a transaction for each user. Fields that the organization does not have, and values that a
   * field cannot have, are left out. Returns the users for whom something has changed.
   */
  async apply(
    organizationId: OrganizationId,
    wanted: ReadonlyMap<UserId, ExternalValues>,
    beat: () => Promise<void> = () => Promise.resolve(),
  ): Promise<UserId[]> {
    if (![...wanted.values()].some(({ size }) => size > 0)) return [];
    const fields = await this.fields.list(organizationId);
    const profiles = await this.values.profiles(organizationId, [...wanted.keys()]);
    const present = new Map(profiles.map(({ userId, profile }) => [userId, profile]));
    const changed: UserId[] = [];
    for (const [userId, values] of wanted) {
      const changes = changesFor(fields, values);
      if (changes.every(({ id, value }) => value === (present.get(userId)?.[id]?.value ?? null))) continue;
      await this.write(organizationId, userId, changes);
      changed.push(userId);
      await beat();
    }
    return changed;
  }

  /** The values that would be stored, by the names of the organization's fields. */
  async preview(organizationId: OrganizationId, values: ExternalValues): Promise<ReadonlyMap<string, string | null>> {
    const fields = await this.fields.list(organizationId);
    const names = new Map(fields.map(({ id, name }) => [id, name]));
    return new Map(changesFor(fields, values).map(({ id, value }) => [names.get(id)!, value]));
  }

  private async write(
    organizationId: OrganizationId,
    userId: UserId,
    changes: readonly ExternalValueChange[],
  ): Promise<void> {
    const user = (await this.users.find(organizationId, userId))!;
    const actor = actorOf(user, await this.organizations.current(organizationId));
    const prepared = await this.profileFields.prepare(actor, userId, changes);
    const locks = [lock.organizationShared(organizationId), lock.user(userId)];
    await this.transactions.run(locks, () => this.profileFields.set(prepared));
  }
}

interface ExternalValueChange extends ProfileValueChange {
  readonly value: string | null;
}

function changesFor(fields: readonly ProfileField[], values: ExternalValues): ExternalValueChange[] {
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  return [...values].flatMap(([name, given]) => {
    const field = byName.get(name.toLowerCase());
    const value = field && fitting(field, given);
    return field && value !== undefined ? [{ id: field.id, value }] : [];
  });
}

/** As the field stores it; `undefined`: the field cannot have it. Options of a list are named by their texts, too. */
function fitting(field: ProfileField, given: string | null): string | null | undefined {
  if (field.type === PROFILE_FIELD_TYPE.users) return undefined;
  try {
    return checkedValue(field, given === null ? null : (keyOfOption(field, given) ?? given)).value;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function keyOfOption({ type, fieldData }: ProfileField, text: string): string | undefined {
  if (type !== PROFILE_FIELD_TYPE.select) return undefined;
  const found = Object.entries(optionsOf(fieldData)).find(([, option]) => option.text === text);
  return found?.[0];
}
