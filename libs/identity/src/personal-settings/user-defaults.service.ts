import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { changedSettings } from './personal-settings';
import { OrganizationRepository } from '../records/organization.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { Organizations } from '../organizations/organizations.service';
import { PERSONAL_DEFAULTS, PersonalSettings } from './personal-settings-defaults.client-events';
import { UserDefaultsClientEvents } from './user-defaults.client-events';

/** The personal settings of new users. Existing users keep theirs. */
@Injectable()
export class UserDefaults {
  constructor(
    private readonly rows: OrganizationRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly clients: UserDefaultsClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** Sends no client event about values that stay the same. */
  async change({ organizationId, userId }: Actor, patch: Partial<PersonalSettings>): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting({ organizationId, userId }));
      const { settings, userDefaults } = await this.organizations.current(organizationId);
      const present: PersonalSettings = {
        ...PERSONAL_DEFAULTS,
        ...userDefaults,
        email_address_visibility: settings.defaultEmailAddressVisibility,
      };
      const changes = changedSettings(present, patch);
      if (Object.keys(changes).length === 0) return;
      const { email_address_visibility: visibility, ...others } = changes;
      await this.rows.updateUserDefaults(organizationId, others);
      if (visibility !== undefined) {
        const news = { settings: { defaultEmailAddressVisibility: visibility }, permissions: {} };
        await this.rows.update(organizationId, news);
      }
      this.clients.tell(organizationId, changes);
      const names = Object.keys(changes) as (keyof PersonalSettings)[];
      const before = Object.fromEntries(names.map((name) => [name, present[name]]));
      const object = { type: 'organization' as const, id: organizationId };
      this.audit.record({ organizationId, action: 'user_defaults_changed', object, before, after: changes });
    });
  }
}
