import { Actor, DomainEventBus, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Presences } from '../presence/presences.service';
import { UserAddresses } from '../profiles/user-addresses.service';
import type { User } from '../records/user';
import { UserClientEvents } from '../user-changes/users.client-events';
import { Users } from '../users/users.service';
import { changedSettings } from './personal-settings';
import { PersonalSettingsEvents } from './personal-setting-changes.client-events';
import type { PersonalSettings } from './personal-settings-defaults.client-events';
import { PersonalSettingsReadings } from './personal-settings-readings.service';
import { PersonalSettingsRepository } from './personal-settings.repository';

/** Stores personal settings that changed, and tells who sees them. */
@Injectable()
export class PersonalSettingsWriter {
  constructor(
    private readonly rows: PersonalSettingsRepository,
    private readonly readings: PersonalSettingsReadings,
    private readonly users: Users,
    private readonly addresses: UserAddresses,
    private readonly presences: Presences,
    private readonly people: UserClientEvents,
    private readonly clients: PersonalSettingsEvents,
    private readonly events: DomainEventBus,
  ) {}

  /** Called in a transaction that holds the user's lock. Sends no client event about values that stay the same. */
  @Raises('PersonalSettingsChanged')
  async store(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    patch: Partial<PersonalSettings>,
  ): Promise<void> {
    const present = await this.readings.of(organizationId, userId);
    const changes = changedSettings(present, patch);
    if (Object.keys(changes).length === 0) return;
    const { timezone, email_address_visibility: visibility, ...plain } = changes;
    if (Object.keys(plain).length > 0) await this.rows.update(userId, plain);
    if (timezone !== undefined) await this.rows.updateTimeZone(userId, timezone);
    if (visibility !== undefined) await this.addresses.changeVisibility(organizationId, userId, visibility);
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
