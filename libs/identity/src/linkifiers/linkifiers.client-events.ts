import type { OrganizationId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { LinkifierRule } from './linkifier';
import { LinkifierRepository } from './linkifier.repository';

/** A linkifier as clients receive it (docs/protocol/events.md). */
export interface LinkifierObject {
  id: number;
  pattern: string;
  url_template: string;
}

export const linkifierObject = ({ id, pattern, urlTemplate }: LinkifierRule): LinkifierObject => ({
  id,
  pattern,
  url_template: urlTemplate,
});

const TYPE = 'realm_linkifiers';

/**
 * Clients that do not know URL templates receive no linkifiers. They receive messages as HTML, which contains the
 * links.
 */
const linkifiers: EventKind<{ linkifiers: LinkifierObject[] }> = {
  kind: TYPE,
  type: TYPE,
  variant: (_, { options }) => (options.capabilities.linkifier_url_template ? 'templates' : ''),
  shape: ({ linkifiers: all }, { options }) =>
    options.capabilities.linkifier_url_template ? { type: TYPE, realm_linkifiers: all } : null,
};

const EVERYBODY: Audience = { to: 'organization', except: [] };

@Injectable()
export class LinkifierClientEvents implements OnModuleInit, SnapshotPart {
  /** `realm_filters` is the older name. */
  readonly types = [TYPE, 'realm_filters'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: LinkifierRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(linkifiers);
    this.registry.addPart(this);
  }

  read({ actor, options }: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    return this.readForSpectator({ organizationId: actor.organizationId, options }, wanted);
  }

  /** Spectators receive the same list. */
  async readForSpectator(
    { organizationId, options }: SpectatorViewer,
    wanted: ReadonlySet<string> | null,
  ): Promise<Record<string, unknown>> {
    const isWanted = (type: string) => wanted === null || wanted.has(type);
    const knowsTemplates = options.capabilities.linkifier_url_template;
    const rules = isWanted(TYPE) && knowsTemplates ? (await this.rows.get(organizationId)).rules : [];
    return {
      ...(isWanted(TYPE) ? { realm_linkifiers: rules.map(linkifierObject) } : {}),
      ...(isWanted('realm_filters') ? { realm_filters: [] } : {}),
    };
  }

  /** The event contains all linkifiers in their order. */
  tell(organizationId: OrganizationId, rules: readonly LinkifierRule[]): void {
    const payload = { linkifiers: rules.map(linkifierObject) };
    this.log.tell({ kind: linkifiers.kind, organizationId, audience: EVERYBODY, payload });
  }
}
