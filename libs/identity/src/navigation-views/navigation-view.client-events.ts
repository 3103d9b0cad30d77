import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { NavigationView } from './navigation-view';
import { NavigationViewRepository } from './navigation-view.repository';

/** A view as clients receive it (docs/protocol/personal.md). */
export interface NavigationViewObject {
  fragment: string;
  is_pinned: boolean;
  name: string | null;
}

export const navigationViewObject = ({ fragment, isPinned, name }: NavigationView): NavigationViewObject => ({
  fragment,
  is_pinned: isPinned,
  name,
});

const TYPE = 'navigation_view';

const added: EventKind<{ view: NavigationViewObject }> = {
  kind: 'navigation_view.added',
  type: TYPE,
  variant: () => '',
  shape: ({ view }) => ({ type: TYPE, op: 'add', navigation_view: view }),
};

const changed: EventKind<{ fragment: string; data: Partial<NavigationViewObject> }> = {
  kind: 'navigation_view.changed',
  type: TYPE,
  variant: () => '',
  shape: ({ fragment, data }) => ({ type: TYPE, op: 'update', fragment, data }),
};

const removed: EventKind<{ fragment: string }> = {
  kind: 'navigation_view.removed',
  type: TYPE,
  variant: () => '',
  shape: ({ fragment }) => ({ type: TYPE, op: 'remove', fragment }),
};

type Owner = Pick<Actor, 'organizationId' | 'userId'>;

/** Client events and snapshot of navigation views. Only the user's own clients receive them. */
@Injectable()
export class NavigationViewClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['navigation_views'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: NavigationViewRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(added, changed, removed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { navigation_views: (await this.rows.list(actor.userId)).map(navigationViewObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { navigation_views: [] };
  }

  tellAdded(owner: Owner, view: NavigationView): void {
    this.tell(owner, added.kind, { view: navigationViewObject(view) });
  }

  /** `data` contains only the requested changes. */
  tellChanged(owner: Owner, fragment: string, data: Partial<Omit<NavigationViewObject, 'fragment'>>): void {
    this.tell(owner, changed.kind, { fragment, data });
  }

  tellRemoved(owner: Owner, fragment: string): void {
    this.tell(owner, removed.kind, { fragment });
  }

  private tell({ organizationId, userId }: Owner, kind: string, payload: object): void {
    this.log.tell({ kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
