import { single } from '@app/kernel';
import { PersonalSettingsReadings } from '@app/identity';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertFewDrafts, Draft, WrittenDraft } from './draft';
import { DraftDoesNotExist, DraftsAreNotSynchronised } from './draft.errors';
import { DraftRepository } from './draft.repository';
import { DraftChecks } from './draft-checks.service';
import { DraftClientEvents } from './drafts.client-events';

/** Unsent messages of a user, the same in all of the user's clients (docs/protocol/drafts.md). */
@Injectable()
export class Drafts {
  constructor(
    private readonly rows: DraftRepository,
    private readonly checks: DraftChecks,
    private readonly settings: PersonalSettingsReadings,
    private readonly clients: DraftClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Ordered by last edit, oldest first.
   * @throws DraftsAreNotSynchronised
   */
  async list(actor: Actor): Promise<Draft[]> {
    await this.assertWanted(actor);
    return this.rows.list(actor.userId);
  }

  /**
   * Stores all of the drafts or none. Returns their ids in the given order.
   * @throws DraftsAreNotSynchronised, TooManyDrafts, and as `DraftChecks.check`
   */
  async create(actor: Actor, written: readonly WrittenDraft[]): Promise<number[]> {
    await this.assertWanted(actor);
    if (written.length === 0) return [];
    const checked = await this.checks.check(actor, written);
    return this.changing(actor, async () => {
      assertFewDrafts((await this.rows.count(actor.userId)) + checked.length);
      const drafts = await this.rows.insert(actor, checked);
      this.clients.tellAdded(actor, drafts);
      return drafts.map(({ id }) => id);
    });
  }

  /**
   * Replaces a draft with a new version.
   * @throws DraftsAreNotSynchronised, DraftDoesNotExist, and as `DraftChecks.check`
   */
  async replace(actor: Actor, id: number, written: WrittenDraft): Promise<void> {
    await this.assertWanted(actor);
    // The error about an absent draft precedes all errors about the new content.
    if (!(await this.rows.exists(actor.userId, id))) throw new DraftDoesNotExist();
    const checked = single(await this.checks.check(actor, [written]));
    await this.changing(actor, async () => {
      const draft = await this.rows.update(actor.userId, id, checked);
      if (!draft) throw new DraftDoesNotExist();
      this.clients.tellChanged(actor, draft);
    });
  }

  /** @throws DraftsAreNotSynchronised, DraftDoesNotExist */
  remove(actor: Actor, id: number): Promise<void> {
    return this.changing(actor, async () => {
      if (!(await this.rows.remove(actor.userId, id))) throw new DraftDoesNotExist();
      this.clients.tellRemoved(actor, id);
    });
  }

  /**
   * Reads the setting again under the lock. When the setting is turned off, all drafts are removed, and no draft may be
   * added afterwards.
   */
  private changing<R>(actor: Actor, work: () => Promise<R>): Promise<R> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      await this.assertWanted(actor);
      return work();
    });
  }

  private async assertWanted({ organizationId, userId }: Actor): Promise<void> {
    const { enable_drafts_synchronization: isWanted } = await this.settings.of(organizationId, userId);
    if (!isWanted) throw new DraftsAreNotSynchronised();
  }
}
