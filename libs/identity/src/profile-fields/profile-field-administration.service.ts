import type { OrganizationId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DefaultProfileFieldIsFixed, ProfileFieldIsUnknown } from './profile-field.errors';
import { PROFILE_FIELD_TYPE, ProfileField, ProfileFieldType } from './profile-field';
import { checkedFieldData, knownAccountOf, optionsOf } from './profile-field-data';
import { assertFits, assertOrders, checkedHint, checkedLabel } from './profile-field-rules';
import { ProfileFieldRepository } from './profile-field.repository';
import { ProfileValueRepository } from './profile-value.repository';
import { UserRepository } from '../records/user.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { profileFieldChange, ProfileFieldClientEvents, profileFieldObject } from './profile-field.client-events';
import { UserClientEvents } from '../user-changes/users.client-events';

type FieldData = Readonly<Record<string, unknown>>;

/** The wanted values of a field. An absent value stays as it is, or gets its default. */
export interface ProfileFieldPatch {
  name?: string;
  hint?: string;
  fieldData?: FieldData;
  displayInProfileSummary?: boolean;
  required?: boolean;
  editableByUser?: boolean;
}

/** The custom profile fields of an organization (docs/protocol/organizations.md). All users are told of changes. */
@Injectable()
export class ProfileFieldAdministration {
  constructor(
    private readonly fields: ProfileFieldRepository,
    private readonly values: ProfileValueRepository,
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly clients: ProfileFieldClientEvents,
    private readonly people: UserClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** Ordered by position. */
  list({ organizationId }: Actor): Promise<ProfileField[]> {
    return this.fields.list(organizationId);
  }

  /**
   * A field for a known external account has the fixed name of that site.
   * @throws MustBeAdministrator, ProfileFieldNameIsInvalid, ProfileFieldDataIsInvalid, and what `assertFits` throws
   */
  add(actor: Actor, type: ProfileFieldType, given: ProfileFieldPatch): Promise<number> {
    const { organizationId } = actor;
    const { displayInProfileSummary = false, required = false, editableByUser = true } = given;
    return this.during(actor, async () => {
      const fieldData = checkedFieldData(type, given.fieldData ?? {});
      const { name = given.name ?? '', hint = given.hint ?? '' } = knownAccountOf(type, fieldData) ?? {};
      const texts = { name: checkedLabel(name), hint: checkedHint(hint) };
      const field = { ...texts, type, fieldData, displayInProfileSummary, required, editableByUser };
      assertFits(field, await this.fields.list(organizationId));
      const id = await this.fields.insert(organizationId, field);
      await this.announce(organizationId, 'created', id, null, { ...field });
      return id;
    });
  }

  /**
   * Clears values that contain a removed option.
   * @throws MustBeAdministrator, ProfileFieldIsUnknown, DefaultProfileFieldIsFixed, and what `add` throws
   */
  async change(actor: Actor, id: number, patch: ProfileFieldPatch): Promise<void> {
    const { organizationId } = actor;
    await this.during(actor, async () => {
      const fields = await this.fields.list(organizationId);
      const before = this.find(fields, id);
      const after = changed(before, patch);
      if (isSame(before, after)) return;
      assertFits(
        after,
        fields.filter((one) => one.id !== id),
      );
      await this.fields.update(after);
      await this.announce(organizationId, 'changed', id, before, after);
      await this.dropOptions(before, after);
    });
  }

  /**
   * Sets the order of all fields.
   * @throws MustBeAdministrator, ProfileFieldOrderIsInvalid
   */
  async reorder(actor: Actor, order: readonly number[]): Promise<void> {
    const { organizationId } = actor;
    await this.during(actor, async () => {
      const before = await this.fields.list(organizationId);
      assertOrders(order, before);
      const object = { type: 'organization' as const, id: organizationId };
      const ids = { before: before.map(({ id }) => id), after: [...order] };
      if (ids.before.join() === ids.after.join()) return;
      await this.fields.reorder(organizationId, order);
      this.audit.record({
        organizationId,
        action: 'reordered',
        object,
        before: { custom_profile_field_ids: ids.before },
        after: { custom_profile_field_ids: ids.after },
      });
      await this.clients.tell(organizationId);
    });
  }

  /**
   * Removes the field with all its values.
   * @throws MustBeAdministrator, ProfileFieldIsUnknown
   */
  async remove(actor: Actor, id: number): Promise<void> {
    const { organizationId } = actor;
    await this.during(actor, async () => {
      const field = this.find(await this.fields.list(organizationId), id);
      await this.fields.remove(organizationId, id);
      await this.announce(organizationId, 'deleted', id, field, null);
    });
  }

  private during<R>(actor: Actor, work: () => Promise<R>): Promise<R> {
    assertAdministrator(actor);
    return this.transactions.run([lock.organization(actor.organizationId)], async () => {
      // Reads the role again, because it may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting(actor));
      return work();
    });
  }

  private find(fields: readonly ProfileField[], id: number): ProfileField {
    const field = fields.find((one) => one.id === id);
    if (!field) throw new ProfileFieldIsUnknown(id);
    return field;
  }

  private async announce(
    organizationId: OrganizationId,
    action: AuditAction,
    id: number,
    before: ProfileField | null,
    after: Omit<ProfileField, 'id' | 'organizationId' | 'position'> | null,
  ): Promise<void> {
    this.audit.record({
      organizationId,
      action,
      object: { type: 'custom_profile_field', id },
      ...(before ? { before: facts(before) } : {}),
      ...(after ? { after: facts(after) } : {}),
    });
    await this.clients.tell(organizationId);
  }

  private async dropOptions(before: ProfileField, after: ProfileField): Promise<void> {
    if (before.type !== PROFILE_FIELD_TYPE.select) return;
    const kept = optionsOf(after.fieldData);
    const gone = Object.keys(optionsOf(before.fieldData)).filter((key) => !Object.hasOwn(kept, key));
    if (gone.length === 0) return;
    const { id, organizationId } = before;
    const userIds = await this.values.removeWords(id, gone);
    const change = profileFieldChange(id, null, null);
    for (const user of await this.rows.findByIds(organizationId, userIds)) await this.people.tellChange(user, change);
  }
}

/** @throws ProfileFieldNameIsInvalid, ProfileFieldDataIsInvalid, DefaultProfileFieldIsFixed */
function changed(before: ProfileField, patch: ProfileFieldPatch): ProfileField {
  const after = {
    ...before,
    name: patch.name === undefined ? before.name : checkedLabel(patch.name),
    hint: patch.hint === undefined ? before.hint : checkedHint(patch.hint),
    fieldData: patch.fieldData === undefined ? before.fieldData : checkedFieldData(before.type, patch.fieldData),
    displayInProfileSummary: patch.displayInProfileSummary ?? before.displayInProfileSummary,
    required: patch.required ?? before.required,
    editableByUser: patch.editableByUser ?? before.editableByUser,
  };
  const isOther = (['name', 'hint', 'fieldData'] as const).some((key) => after[key] !== before[key]);
  if (isOther && knownAccountOf(before.type, before.fieldData)) throw new DefaultProfileFieldIsFixed();
  return after;
}

const isSame = (before: ProfileField, after: ProfileField): boolean =>
  JSON.stringify(profileFieldObject(before)) === JSON.stringify(profileFieldObject(after));

const facts = (field: Omit<ProfileField, 'id' | 'organizationId' | 'position'>) => ({
  name: field.name,
  hint: field.hint,
  field_type: field.type,
  field_data: field.fieldData,
  display_in_profile_summary: field.displayInProfileSummary,
  required: field.required,
  editable_by_user: field.editableByUser,
});
