import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EmailChangeRequests } from '../email-changes/email-change-requests.service';
import { PasswordChange, PasswordChanges } from '../password-changes/password-changes.service';
import type { PersonalSettings } from './personal-settings-defaults.client-events';
import { PersonalSettingsWriter } from './personal-settings-writer.service';
import { UserNames } from '../profiles/user-names.service';

/** The wanted personal settings and account data; absent: unchanged. */
export interface PersonalSettingsPatch {
  settings: Partial<PersonalSettings>;
  fullName?: string;
  email?: string;
  password?: PasswordChange;
}

type Somebody = Pick<Actor, 'organizationId' | 'userId'>;

/** Changes of the caller's own account and preferences (docs/protocol/settings.md). */
@Injectable()
export class PersonalSettingsChanges {
  constructor(
    private readonly names: UserNames,
    private readonly writer: PersonalSettingsWriter,
    private readonly emails: EmailChangeRequests,
    private readonly passwords: PasswordChanges,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies all changes or none. Sends no client event about values that stay the same.
   * @throws NameChangesAreDisabled, OldPasswordIsWrong, and what `UserNames.rename`, `EmailChangeRequests.request` and
   * `PasswordChanges.prepare` throw
   */
  async change(actor: Actor, { settings, fullName, email, password }: PersonalSettingsPatch): Promise<void> {
    const passwordHash = password && (await this.passwords.prepare(actor, password));
    const { organizationId, userId } = actor;
    const concernsOthers = fullName !== undefined || settings.email_address_visibility !== undefined;
    const locks = [...(concernsOthers ? [lock.organization(organizationId)] : []), lock.user(userId)];
    await this.transactions.run(locks, async () => {
      if (fullName !== undefined) await this.names.renameOwn(actor, fullName);
      await this.writer.store(actor, settings);
      if (passwordHash !== undefined) await this.passwords.store(actor, passwordHash);
      if (email !== undefined) await this.emails.request(actor, email);
    });
  }

  /** Called in a transaction that holds the user's lock. */
  setPresenceEnabled(actor: Somebody, presence_enabled: boolean): Promise<void> {
    return this.writer.store(actor, { presence_enabled });
  }
}
