import { Registry, SnapshotPart } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';

/** A part with the same value for all users and spectators. */
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

  readForSpectator(): Record<string, unknown> {
    return this.content();
  }
}

/**
 * Parts that are always empty, because the server has no such feature. Clients request them by name and fail if they
 * are missing (docs/protocol/conventions.md). Remove a line when the feature is added.
 */
@Injectable()
export class EmptySnapshotParts implements OnModuleInit {
  constructor(private readonly registry: Registry) {}

  onModuleInit(): void {
    for (const part of [...this.personal(), ...this.ofTheOrganization()]) this.registry.addPart(part);
  }

  private personal(): SnapshotPart[] {
    return [new CommonPart('video_calls', () => ({ has_zoom_token: false }))];
  }

  private ofTheOrganization(): SnapshotPart[] {
    return [
      new CommonPart('realm_embedded_bots', () => ({ realm_embedded_bots: [] })),
      new CommonPart('realm_incoming_webhook_bots', () => ({ realm_incoming_webhook_bots: [] })),
      new CommonPart('realm_billing', () => ({ realm_billing: { has_pending_sponsorship_request: false } })),
      new CommonPart('stop_words', () => ({ stop_words: [] })),
      new CommonPart('giphy', () => ({ giphy_api_key: '' })),
    ];
  }
}
