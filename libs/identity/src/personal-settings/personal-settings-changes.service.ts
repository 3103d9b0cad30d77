import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { changedSettings } from './personal-settings';
import { NameChangesAreDisabled } from './personal.errors';
import { isAdministrator } from '../roles/role';
import type { User } from '../records/user';
import { PersonalSettingsRepository } from './personal-settings.repository';
import { Users } from '../users/users.service';
import { EmailChanges } from '../email-changes/email-changes.service';
import { Organizations } from '../organizations/organizations.service';
import { PasswordChanges, PasswordWish } from '../password-changes/password-changes.service';
import { PersonalSettingsEvents } from './personal-setting-changes.client-events';
import type { PersonalSettings } from './personal-settings-defaults.client-events';
import { PersonalSettingsReadings } from './personal-settings-readings.service';
import { Presences } from '../presence/presences.service';
import { UserClientEvents } from '../user-changes/users.client-events';
import { UserUpdates } from '../profiles/user-updates.service';

/** The wanted personal settings and account data; absent: unchanged. */
export interface PersonalWish {
  settings: Partial<PersonalSettings>;
  fullName?: string;
  email?: string;
  password?: PasswordWish;
}

type Somebody = Pick<Actor, 'organizationId' | 'userId'>;

/** Changes of the caller's own account and preferences (docs/protocol/settings.md). */
@Injectable()
export class PersonalSettingsChanges {
  constructor(
    private readonly rows: PersonalSettingsRepository,
    private readonly readings: PersonalSettingsReadings,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly updates: UserUpdates,
    private readonly emails: EmailChanges,
    private readonly passwords: PasswordChanges,
    private readonly presences: Presences,
    private readonly people: UserClientEvents,
    private readonly clients: PersonalSettingsEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none. Sends no client event about values that stay the same.
   * @throws NameChangesAreDisabled, OldPasswordIsWrong, and what `UserUpdates.rename`, `EmailChanges.begin` and
   * `PasswordChanges.prepare` throw
   */
  async change(actor: Actor, { settings, fullName, email, password }: PersonalWish): Promise<void> {
    const passwordHash = password && (await this.passwords.prepare(actor, password));
    const { organizationId, userId } = actor;
    const concernsOthers = fullName !== undefined || settings.email_address_visibility !== undefined;
    const locks = [...(concernsOthers ? [lock.organization(organizationId)] : []), lock.user(userId)];
    await this.transactions.run(locks, async () => {
      if (fullName !== undefined) await this.rename(actor, fullName);
      await this.store(actor, settings);
      if (passwordHash !== undefined) await this.passwords.store(actor, passwordHash);
      if (email !== undefined) await this.emails.begin(actor, email);
    });
  }

  /** Called in a transaction that holds the user's lock. */
  setPresenceEnabled(actor: Somebody, presence_enabled: boolean): Promise<void> {
    return this.store(actor, { presence_enabled });
  }

  private async rename({ organizationId, userId, role }: Actor, fullName: string): Promise<void> {
    const user = await this.users.get(organizationId, userId);
    const name = fullName.trim();
    if (name === '' || name === user.fullName) return;
    const organization = await this.organizations.current(organizationId);
    if (organization.settings.nameChangesDisabled && !isAdministrator(role)) throw new NameChangesAreDisabled();
    await this.updates.rename(organization, user, name);
  }

  @Raises('PersonalSettingsChanged')
  private async store({ organizationId, userId }: Somebody, wish: Partial<PersonalSettings>): Promise<void> {
    const present = await this.readings.of(organizationId, userId);
    const changes = changedSettings(present, wish);
    if (Object.keys(changes).length === 0) return;
    const { timezone, email_address_visibility: visibility, ...plain } = changes;
    if (Object.keys(plain).length > 0) await this.rows.update(userId, plain);
    if (timezone !== undefined) await this.rows.updateTimeZone(userId, timezone);
    if (visibility !== undefined) await this.updates.changeEmailVisibility(organizationId, userId, visibility);
    const user = await this.users.get(organizationId, userId);
    this.clients.tellChanged(user, changes);
    await this.tellOthers(user, changes);
    await this.events.raise('PersonalSettingsChanged', { organizationId, userId, changes });
  }

  /** Tells other users about the changes that they can see. */
  private async tellOthers(user: User, changes: Partial<PersonalSettings>): Promise<void> {
    const { organizationId, id: userId, email, timezone } = user;
    if (changes.timezone !== undefined) await this.people.tellChange(user, { email, timezone });
    const { presence_enabled: isShown, allow_private_data_export: consented } = changes;
    if (isShown === true) await this.presences.appear({ organizationId, userId });
    if (isShown === false) await this.presences.disappear({ organizationId, userId });
    if (consented !== undefined) await this.clients.tellConsent(organizationId, userId, consented);
  }
}
