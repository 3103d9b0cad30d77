import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, originOfWork, Transactions } from '@app/platform';
import type { OpenTransaction } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  AuditedChange,
  AuditEntry,
  BEGINNING,
  brokenEnd,
  BrokenEntry,
  ChainEnd,
  ChainWalk,
  continueChain,
  Facts,
  walkChain,
} from './audit-entry';
import type { AuditAction, AuditObject } from './audit-words';
import { AuditFilter, AuditRepository } from './audit.repository';
import { assertOwner } from '../permissions/access';

/** An administrative change as the caller describes it. The actor and the address are taken from the request. */
export interface NewAuditEntry {
  organizationId: OrganizationId;
  action: AuditAction;
  object: { type: AuditObject; id: number | null };
  /**
   * The relevant state before; absent if the object did not exist. Never secrets, names or e-mail addresses of users.
   */
  before?: Facts;
  /** The relevant state after; absent if the object no longer exists. */
  after?: Facts;
  /** The user who made the change, if that is not the actor of the request. A login is an example. */
  actorId?: UserId;
}

const PAGE = 1_000;

/**
 * The log of administrative changes. Each entry is written in the transaction of its change and contains the hash of
 * the entry before (docs/adr/0007-audit-log.md).
 */
@Injectable()
export class Audit {
  private readonly gathered = new WeakMap<OpenTransaction, AuditedChange[]>();

  constructor(
    private readonly entries: AuditRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Records changes. They are written before the transaction commits.
   * @throws Error outside a transaction
   */
  record(...changes: NewAuditEntry[]): void {
    const { actorId, client, address } = originOfWork();
    for (const { organizationId, action, object, before = null, after = null, ...own } of changes) {
      this.pending().push({
        organizationId,
        actorId: own.actorId ?? actorId,
        client,
        address,
        action,
        objectType: object.type,
        objectId: object.id,
        before,
        after,
      });
    }
  }

  /**
   * Returns a page of the actor's organization, latest first, and whether older entries are left.
   * @throws MustBeOwner
   */
  async read(actor: Actor, filter: AuditFilter, limit: number): Promise<{ entries: AuditEntry[]; isLast: boolean }> {
    assertOwner(actor);
    const entries = await this.entries.list(actor.organizationId, filter, limit + 1);
    return { entries: entries.slice(0, limit), isLast: entries.length <= limit };
  }

  /** Latest first. Asks for no permission: that is for the caller. */
  list(organizationId: OrganizationId, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    return this.entries.list(organizationId, filter, limit);
  }

  /**
   * Verifies the whole current chain. That detects all changes except by an attacker who can rewrite the rest of the
   * chain. With `noted`, the end found by an earlier run, it also detects those, up to that end.
   */
  verify(organizationId: OrganizationId, noted: ChainEnd | null = null): Promise<ChainWalk> {
    const walk = async (): Promise<ChainWalk> => {
      let end = BEGINNING;
      let place = Number.MIN_SAFE_INTEGER;
      for (;;) {
        const page = await this.entries.following(organizationId, place, PAGE);
        if (page.length === 0) break;
        const walked = walkChain(end, page);
        const broken = walked.broken ?? brokenAt(noted, page);
        if (broken) return { end: walked.end, broken };
        end = walked.end;
        place = end.sequence;
      }
      const isCutOff = noted !== null && noted.sequence > end.sequence;
      return { end, broken: brokenEnd(end, isCutOff ? noted : await this.entries.end(organizationId)) };
    };
    return this.transactions.run([], walk, { repeatableRead: true });
  }

  private pending(): AuditedChange[] {
    const open = this.transactions.required;
    const known = this.gathered.get(open);
    if (known) return known;
    const pending: AuditedChange[] = [];
    this.gathered.set(open, pending);
    // Runs after all other writes before COMMIT, so that the end of the chain is locked as briefly as possible.
    open.beforeCommit.push(async () => void open.beforeCommit.push(() => this.write(pending)));
    return pending;
  }

  /** A transaction locks the ends of chains last and in ascending order, so that no deadlock can occur. */
  private async write(changes: readonly AuditedChange[]): Promise<void> {
    const organizationIds = [...new Set(changes.map(({ organizationId }) => organizationId))].sort((a, b) => a - b);
    for (const organizationId of organizationIds) {
      const own = changes.filter((change) => change.organizationId === organizationId);
      const { now, ...end } = await this.entries.lockEnd(organizationId);
      await this.entries.append(continueChain(end, now, own));
    }
  }
}

function brokenAt(noted: ChainEnd | null, page: readonly AuditEntry[]): BrokenEntry | null {
  const entry = page.find(({ sequence }) => sequence === noted?.sequence);
  return noted && entry ? brokenEnd(entry, noted) : null;
}
