import type { OrganizationId } from '@app/kernel';
import { QueueOptions, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { NOTIFICATION_SOUNDS } from './notification-sound';
import { PersonalSettingsReadings } from './personal-settings-readings.service';
import {
  DISPLAY_DEFAULTS,
  EMOJISET_CHOICES,
  NOTIFICATION_DEFAULTS,
  PERSONAL_DEFAULTS,
  PersonalSettings,
} from './personal-settings-defaults.client-events';

const CHOICES = { emojiset_choices: EMOJISET_CHOICES, available_notification_sounds: NOTIFICATION_SOUNDS };

/** Settings of the account itself, without a default in the organization. */
const OWN: readonly (keyof PersonalSettings)[] = ['timezone', 'default_language'];

const LEGACY_DISPLAY = 'update_display_settings';
const LEGACY_NOTIFICATIONS = 'update_global_notifications';

/**
 * Personal settings, and the organization's defaults for new users (docs/protocol/events.md). Clients that do not know
 * the settings object receive the same values at the top level.
 */
@Injectable()
export class PersonalSettingsClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['user_settings', 'realm_user_settings_defaults', LEGACY_DISPLAY, LEGACY_NOTIFICATIONS];

  constructor(
    private readonly registry: Registry,
    private readonly readings: PersonalSettingsReadings,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const { defaults } = await this.ofOrganization(actor.organizationId);
    const own = await this.readings.of(actor.organizationId, actor.userId);
    return shown(own, defaults, options, wanted);
  }

  /** Spectators have no settings, so they receive the defaults for new users. */
  async readForSpectator(
    { organizationId, options }: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> {
    const { defaults, language } = await this.ofOrganization(organizationId);
    return shown({ ...defaults, default_language: language, timezone: '' }, defaults, options, wanted);
  }

  private async ofOrganization(
    organizationId: OrganizationId,
  ): Promise<{ defaults: PersonalSettings; language: string }> {
    const { settings, userDefaults } = await this.organizations.current(organizationId);
    return {
      defaults: {
        ...PERSONAL_DEFAULTS,
        ...userDefaults,
        email_address_visibility: settings.defaultEmailAddressVisibility,
      },
      language: settings.defaultLanguage,
    };
  }
}

function shown(
  own: PersonalSettings,
  defaults: PersonalSettings,
  { capabilities }: QueueOptions,
  wanted: ReadonlySet<string> | null,
): Record<string, unknown> {
  const isWanted = (type: string) => wanted === null || wanted.has(type);
  const knowsObject = capabilities.user_settings_object;
  return {
    ...(isWanted('user_settings') ? { user_settings: { ...own, ...CHOICES } } : {}),
    ...(isWanted('realm_user_settings_defaults')
      ? { realm_user_settings_defaults: { ...without(defaults, OWN), ...CHOICES } }
      : {}),
    ...(isWanted(LEGACY_DISPLAY) && !knowsObject
      ? { ...pick(own, DISPLAY_DEFAULTS), emojiset_choices: EMOJISET_CHOICES }
      : {}),
    ...(isWanted(LEGACY_NOTIFICATIONS) && !knowsObject
      ? { ...pick(own, NOTIFICATION_DEFAULTS), available_notification_sounds: NOTIFICATION_SOUNDS }
      : {}),
  };
}

const pick = (settings: PersonalSettings, like: Partial<PersonalSettings>): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in like));

const without = (settings: PersonalSettings, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
