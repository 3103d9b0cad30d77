import type { OrganizationId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { CodePlayground } from './code-playground';
import { CodePlaygroundRepository } from './code-playground.repository';

/** A playground as clients receive it (docs/protocol/events.md). */
export interface PlaygroundObject {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}

export const playgroundObject = ({ id, name, language, urlTemplate }: CodePlayground): PlaygroundObject => ({
  id,
  name,
  pygments_language: language,
  url_template: urlTemplate,
});

const TYPE = 'realm_playgrounds';

const playgrounds: EventKind<{ playgrounds: PlaygroundObject[] }> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ playgrounds: all }) => ({ type: TYPE, realm_playgrounds: all }),
};

const EVERYBODY: Audience = { to: 'organization', except: [] };

@Injectable()
export class CodePlaygroundClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: CodePlaygroundRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(playgrounds);
    this.registry.addPart(this);
  }

  read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    return this.readForSpectator({ organizationId: actor.organizationId, options });
  }

  /** Spectators receive the same list. */
  async readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    return { realm_playgrounds: (await this.rows.list(organizationId)).map(playgroundObject) };
  }

  /** The event contains all playgrounds in their order. */
  tell(organizationId: OrganizationId, all: readonly CodePlayground[]): void {
    const payload = { playgrounds: all.map(playgroundObject) };
    this.log.tell({ kind: playgrounds.kind, organizationId, audience: EVERYBODY, payload });
  }
}
