import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertIsUnlike, changedView, NavigationView, newView } from './navigation-view';
import { NavigationViewDoesNotExist, ThereAreTooManyNavigationViews } from './navigation-view.errors';
import { NavigationViewRepository } from './navigation-view.repository';
import { NavigationViewClientEvents } from './navigation-view.client-events';

/** The limit for one user: more than fit into any sidebar. */
const MOST = 200;

/** The entries of a user's sidebar (docs/protocol/personal.md). */
@Injectable()
export class NavigationViews {
  constructor(
    private readonly rows: NavigationViewRepository,
    private readonly clients: NavigationViewClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** Ordered by the time of addition. */
  list({ userId }: Actor): Promise<NavigationView[]> {
    return this.rows.list(userId);
  }

  /**
   * @throws NavigationViewExistsAlready, NavigationViewNameIsTaken, ThereAreTooManyNavigationViews, and what `newView`
   *   throws
   */
  add(actor: Actor, written: NavigationView): Promise<void> {
    const view = newView(written);
    return this.changing(actor, async (views) => {
      assertIsUnlike(views, view);
      if (views.length >= MOST) throw new ThereAreTooManyNavigationViews(MOST);
      await this.rows.insert(actor, view);
      this.clients.tellAdded(actor, view);
    });
  }

  /**
   * Sends no client event if nothing changes.
   * @throws NavigationViewDoesNotExist, NavigationViewNameIsTaken, and what `changedView` throws
   */
  change(actor: Actor, fragment: string, patch: { isPinned?: boolean; name?: string }): Promise<void> {
    return this.changing(actor, async (views) => {
      const before = viewIn(views, fragment);
      const after = changedView(before, patch);
      const others = views.filter((one) => one !== before);
      assertIsUnlike(others, after);
      if (after.isPinned === before.isPinned && after.name === before.name) return;
      await this.rows.update(actor.userId, after);
      this.clients.tellChanged(actor, after.fragment, {
        ...(patch.isPinned === undefined ? {} : { is_pinned: after.isPinned }),
        ...(patch.name === undefined ? {} : { name: after.name }),
      });
    });
  }

  /** @throws NavigationViewDoesNotExist */
  remove(actor: Actor, fragment: string): Promise<void> {
    return this.changing(actor, async (views) => {
      const view = viewIn(views, fragment);
      await this.rows.remove(actor.userId, view.fragment);
      this.clients.tellRemoved(actor, view.fragment);
    });
  }

  private changing({ userId }: Actor, work: (views: readonly NavigationView[]) => Promise<void>): Promise<void> {
    return this.transactions.run([lock.user(userId)], async () => work(await this.rows.list(userId)));
  }
}

function viewIn(views: readonly NavigationView[], wanted: string): NavigationView {
  const view = views.find(({ fragment }) => fragment === wanted.trim());
  if (!view) throw new NavigationViewDoesNotExist();
  return view;
}
