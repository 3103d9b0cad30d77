import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../store/user.repository';
import { Accounts } from './accounts';
import { Organizations } from './organizations.service';
import {
  DISPLAY_DEFAULTS,
  EMOJISET_CHOICES,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_SOUNDS,
  PersonalSettings,
  PRIVACY_DEFAULTS,
} from './personal-settings.defaults.client-events';

const CHOICES = { emojiset_choices: EMOJISET_CHOICES, available_notification_sounds: NOTIFICATION_SOUNDS };

/** What belongs to the account itself and has no default in the organization. */
const OWN: readonly (keyof PersonalSettings)[] = ['timezone', 'default_language'];

const LEGACY_DISPLAY = 'update_display_settings';
const LEGACY_NOTIFICATIONS = 'update_global_notifications';

/**
 * How an account likes things (reference: realtime-and-push.md 1.6). Stored is what differs from the defaults. Clients
 * that do not know the settings object get the same at the top level.
 */
@Injectable()
export class PersonalSettingsClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['user_settings', 'realm_user_settings_defaults', LEGACY_DISPLAY, LEGACY_NOTIFICATIONS];

  constructor(
    private readonly registry: Registry,
    private readonly users: UserRepository,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const { settings: organization, userDefaults } = await this.organizations.get(actor.organizationId);
    const { timezone, emailAddressVisibility } = await this.accounts.get(actor.organizationId, actor.userId);
    const defaults: PersonalSettings = {
      ...DISPLAY_DEFAULTS,
      ...NOTIFICATION_DEFAULTS,
      ...PRIVACY_DEFAULTS,
      email_address_visibility: organization.defaultEmailAddressVisibility,
    };
    const settings = { ...defaults, ...(await this.users.storedSettings(actor.userId)), timezone };
    const own = { ...settings, email_address_visibility: emailAddressVisibility };
    const isWanted = (type: string) => wanted === null || wanted.has(type);
    const knowsObject = options.capabilities.user_settings_object;
    return {
      ...(isWanted('user_settings') ? { user_settings: { ...own, ...CHOICES } } : {}),
      ...(isWanted('realm_user_settings_defaults')
        ? { realm_user_settings_defaults: { ...without({ ...defaults, ...userDefaults }, OWN), ...CHOICES } }
        : {}),
      ...(isWanted(LEGACY_DISPLAY) && !knowsObject
        ? { ...pick(own, DISPLAY_DEFAULTS), emojiset_choices: EMOJISET_CHOICES }
        : {}),
      ...(isWanted(LEGACY_NOTIFICATIONS) && !knowsObject
        ? { ...pick(own, NOTIFICATION_DEFAULTS), available_notification_sounds: NOTIFICATION_SOUNDS }
        : {}),
    };
  }
}

const pick = (settings: PersonalSettings, like: Partial<PersonalSettings>): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in like));

const without = (settings: PersonalSettings, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
