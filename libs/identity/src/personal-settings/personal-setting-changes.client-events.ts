import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { languageName } from './language';
import { UserRepository } from '../records/user.repository';
import { DISPLAY_DEFAULTS, NOTIFICATION_DEFAULTS, PersonalSettings } from './personal-settings-defaults.client-events';

interface Changed {
  readonly property: keyof PersonalSettings;
  readonly value: unknown;
  /** The API address of the account. Older clients identify the account by it. */
  readonly email: string;
}

/** An event about a language also contains its name. */
const named = ({ property, value }: Changed): object =>
  property === 'default_language' ? { language_name: languageName(value as string) } : {};

const changed: EventKind<Changed> = {
  kind: 'user_settings',
  type: 'user_settings',
  variant: () => '',
  shape: (change) => ({
    type: 'user_settings',
    op: 'update',
    property: change.property,
    value: change.value,
    ...named(change),
  }),
};

const knowsObject = ({ options }: QueueViewer): boolean => options.capabilities.user_settings_object;

/** Older clients receive two other types of events as well. */
const older = (
  type: 'update_display_settings' | 'update_global_notifications',
  shape: (change: Changed) => object,
): EventKind<Changed> => ({
  kind: type,
  type,
  variant: (_, viewer) => String(knowsObject(viewer)),
  shape: (change, viewer) => (knowsObject(viewer) ? null : { type, user: change.email, ...shape(change) }),
});

const display = older('update_display_settings', (change) => ({
  setting_name: change.property,
  setting: change.value,
  ...named(change),
}));

const notifications = older('update_global_notifications', ({ property, value }) => ({
  notification_name: property,
  setting: value,
}));

/** Whether a user allows the export of private data, for users who may request exports. */
interface Consent {
  readonly userId: UserId;
  readonly consented: boolean;
}

const consent: EventKind<Consent> = {
  kind: 'realm_export_consent',
  type: 'realm_export_consent',
  variant: () => '',
  shape: ({ userId, consented }) => ({ type: 'realm_export_consent', user_id: userId, consented }),
};

/** Tells a user's own clients about changed settings (docs/protocol/settings.md). */
@Injectable()
export class PersonalSettingsEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed, display, notifications, consent);
  }

  /** One event for each setting. */
  tellChanged(
    { organizationId, id, email }: { organizationId: OrganizationId; id: UserId; email: string },
    settings: Partial<PersonalSettings>,
  ): void {
    const audience = { to: 'users' as const, ids: [id] };
    for (const [property, value] of Object.entries(settings)) {
      const payload = { property, value, email };
      const kinds = [
        changed,
        ...(property in DISPLAY_DEFAULTS ? [display] : []),
        ...(property in NOTIFICATION_DEFAULTS ? [notifications] : []),
      ];
      this.log.tell(...kinds.map(({ kind }) => ({ kind, organizationId, audience, payload })));
    }
  }

  async tellConsent(organizationId: OrganizationId, userId: UserId, consented: boolean): Promise<void> {
    const ids = await this.users.activeIds(organizationId, 0, 200);
    const audience = { to: 'users' as const, ids };
    this.log.tell({ kind: consent.kind, organizationId, audience, payload: { userId, consented } });
  }
}
