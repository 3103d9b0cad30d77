import { Clock } from '@app/kernel';
import { Registry, SnapshotPart } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';

/** A part that is the same for everybody. */
class CommonPart implements SnapshotPart {
  readonly types: readonly string[];

  constructor(
    type: string,
    private readonly content: () => Record<string, unknown>,
  ) {
    this.types = [type];
  }

  async read(): Promise<Record<string, unknown>> {
    return this.content();
  }
}

const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

/**
 * What there is nothing of, because no operation makes any: clients ask for it by name and stop working where it is
 * missing (reference: client-needs.md 2.2 and 5.2). A resource that comes to life takes its line out of here.
 */
@Injectable()
export class EmptyParts implements OnModuleInit {
  constructor(
    private readonly registry: Registry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const part of [...this.personal(), ...this.ofTheOrganization()]) this.registry.addPart(part);
  }

  private personal(): SnapshotPart[] {
    return [
      new CommonPart('alert_words', () => ({ alert_words: [] })),
      new CommonPart('muted_users', () => ({ muted_users: [] })),
      new CommonPart('user_status', () => ({ user_status: {} })),
      new CommonPart('presence', () => ({
        presences: {},
        presence_last_update_id: -1,
        server_timestamp: this.clock.now().getTime() / 1000,
      })),
      new CommonPart('navigation_views', () => ({ navigation_views: [] })),
      new CommonPart('onboarding_steps', () => ({ onboarding_steps: [], navigation_tour_video_url: null })),
      new CommonPart('realm_bot', () => ({ realm_bots: [] })),
      new CommonPart('push_device', () => ({ push_devices: {} })),
      new CommonPart('video_calls', () => ({ has_zoom_token: false })),
    ];
  }

  private ofTheOrganization(): SnapshotPart[] {
    return [
      new CommonPart('custom_profile_fields', () => ({
        custom_profile_fields: [],
        custom_profile_field_types: PROFILE_FIELD_TYPES,
      })),
      new CommonPart('realm_emoji', () => ({ realm_emoji: {} })),
      new CommonPart('realm_linkifiers', () => ({ realm_linkifiers: [] })),
      new CommonPart('realm_filters', () => ({ realm_filters: [] })),
      new CommonPart('realm_playgrounds', () => ({ realm_playgrounds: [] })),
      new CommonPart('realm_domains', () => ({ realm_domains: [] })),
      new CommonPart('realm_embedded_bots', () => ({ realm_embedded_bots: [] })),
      new CommonPart('realm_incoming_webhook_bots', () => ({ realm_incoming_webhook_bots: [] })),
      new CommonPart('realm_billing', () => ({ realm_billing: { has_pending_sponsorship_request: false } })),
      new CommonPart('stop_words', () => ({ stop_words: [] })),
      new CommonPart('giphy', () => ({ giphy_api_key: '' })),
    ];
  }
}
