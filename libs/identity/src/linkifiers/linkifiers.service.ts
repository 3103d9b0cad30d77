import type { OrganizationId } from '@app/kernel';
import { compileLinkifier, Linkifier } from '@app/markdown';
import { Actor, lock, Log, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  LinkifierExistsAlready,
  LinkifierIsUnknown,
  OrderOfLinkifiersIsIncomplete,
  ThereAreTooManyLinkifiers,
} from './linkifier.errors';
import type { LinkifierRule } from './linkifier';
import { LinkifierRepository } from './linkifier.repository';
import { OrganizationRepository } from '../records/organization.repository';
import { assertAdministrator } from '../permissions/access';
import { Accounts } from '../accounts/accounts.service';
import { Audit } from '../audit/audit.service';
import { LinkifierClientEvents } from './linkifiers.client-events';
import { VersionedCache } from '../versioned-cache';

/** Every one of them is tried on every message. */
const MOST = 200;

interface CompiledRules {
  readonly id: OrganizationId;
  readonly version: number;
  readonly linkifiers: readonly Linkifier[];
  /** By what they were made of, so that a change compiles no more than what changed. */
  readonly byRule: ReadonlyMap<string, Linkifier>;
}

/** Patterns that become links (docs/protocol/personal.md); administrators keep them. */
@Injectable()
export class Linkifiers {
  private readonly cache = new VersionedCache<CompiledRules>();

  constructor(
    private readonly rows: LinkifierRepository,
    private readonly organizations: OrganizationRepository,
    private readonly accounts: Accounts,
    private readonly clients: LinkifierClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /** Ready to be applied, in their order: no query while none of them has changed since the last call. */
  async of({
    organizationId,
    linkifierVersion,
  }: Pick<Actor, 'organizationId' | 'linkifierVersion'>): Promise<readonly Linkifier[]> {
    const read = (earlier?: CompiledRules) => this.compile(organizationId, earlier);
    // What a transaction reads may be its own and never come true; only what is committed may be remembered.
    const { linkifiers } = this.transactions.open
      ? (this.cache.find(organizationId, linkifierVersion) ?? (await read()))
      : await this.cache.obtain(organizationId, linkifierVersion, read);
    return linkifiers;
  }

  /** In their order: earlier ones win. */
  async list(organizationId: OrganizationId): Promise<LinkifierRule[]> {
    return (await this.rows.get(organizationId)).rules;
  }

  /**
   * Answers the id of the new one, which is the last.
   * @throws MustBeAdministrator, LinkifierExistsAlready, ThereAreTooManyLinkifiers, and what `compileLinkifier` throws
   */
  async add(actor: Actor, pattern: string, urlTemplate: string): Promise<number> {
    assertAdministrator(actor);
    compileLinkifier(pattern, urlTemplate);
    return this.changing(actor, async (rules) => {
      if (rules.some((one) => one.pattern === pattern)) throw new LinkifierExistsAlready();
      if (rules.length >= MOST) throw new ThereAreTooManyLinkifiers(MOST);
      const id = await this.rows.insert(actor.organizationId, pattern, urlTemplate);
      this.record(actor, 'created', id, null, { id, pattern, urlTemplate });
      return id;
    });
  }

  /** @throws MustBeAdministrator, LinkifierIsUnknown, LinkifierExistsAlready, and what `compileLinkifier` throws */
  async change(actor: Actor, wanted: LinkifierRule): Promise<void> {
    assertAdministrator(actor);
    // One that is not there is said first, whatever is wanted of it.
    if (!(await this.list(actor.organizationId)).some(({ id }) => id === wanted.id)) throw new LinkifierIsUnknown();
    compileLinkifier(wanted.pattern, wanted.urlTemplate);
    await this.changing(actor, async (rules) => {
      const before = ruleOf(rules, wanted.id);
      if (before.pattern === wanted.pattern && before.urlTemplate === wanted.urlTemplate) return;
      if (rules.some(({ id, pattern }) => pattern === wanted.pattern && id !== wanted.id))
        throw new LinkifierExistsAlready();
      await this.rows.update(actor.organizationId, wanted);
      this.record(actor, 'changed', wanted.id, before, wanted);
    });
  }

  /** @throws MustBeAdministrator, LinkifierIsUnknown */
  async remove(actor: Actor, id: number): Promise<void> {
    assertAdministrator(actor);
    await this.changing(actor, async (rules) => {
      const before = ruleOf(rules, id);
      await this.rows.remove(actor.organizationId, id);
      this.record(actor, 'removed', id, before, null);
    });
  }

  /** @throws MustBeAdministrator, OrderOfLinkifiersIsIncomplete */
  async reorder(actor: Actor, ids: readonly number[]): Promise<void> {
    assertAdministrator(actor);
    await this.changing(actor, async (rules) => {
      const before = rules.map(({ id }) => id);
      const wanted = new Set(ids);
      if (ids.length !== before.length || !before.every((id) => wanted.has(id)))
        throw new OrderOfLinkifiersIsIncomplete();
      if (before.join() === ids.join()) return;
      await this.rows.reorder(actor.organizationId, ids);
      const object = { type: 'linkifier', id: null };
      const { organizationId } = actor;
      const after = { order: [...ids] };
      this.audit.record({ organizationId, action: 'reordered', object, before: { order: before }, after });
    });
  }

  /** Clients are told, and messages rendered anew from then on, if `work` really changed something. */
  private async changing<R>(
    { organizationId, userId }: Actor,
    work: (rules: LinkifierRule[]) => Promise<R>,
  ): Promise<R> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Role and account as of now: they may have changed while the request waited for the lock.
      assertAdministrator(await this.accounts.acting({ organizationId, userId }));
      const before = await this.list(organizationId);
      const result = await work(before);
      const after = await this.list(organizationId);
      if (JSON.stringify(before) === JSON.stringify(after)) return result;
      await this.organizations.raiseRenderingVersion(organizationId);
      this.clients.tell(organizationId, after);
      return result;
    });
  }

  private async compile(organizationId: OrganizationId, earlier?: CompiledRules): Promise<CompiledRules> {
    const { id, version, rules } = await this.rows.get(organizationId);
    const byRule = new Map<string, Linkifier>();
    for (const rule of rules) {
      const key = JSON.stringify([rule.pattern, rule.urlTemplate]);
      const linkifier = earlier?.byRule.get(key) ?? this.compiled(id, rule);
      if (linkifier) byRule.set(key, linkifier);
    }
    return { id, version, linkifiers: [...byRule.values()], byRule };
  }

  /** Null for one that an earlier version took and this one does not: nobody could send any more. */
  private compiled(organizationId: OrganizationId, { id, pattern, urlTemplate }: LinkifierRule): Linkifier | null {
    try {
      return compileLinkifier(pattern, urlTemplate);
    } catch (error) {
      this.log.warn('a linkifier cannot be used', { organizationId, linkifierId: id, error });
      return null;
    }
  }

  private record(
    { organizationId }: Actor,
    action: string,
    id: number,
    before: LinkifierRule | null,
    after: LinkifierRule | null,
  ): void {
    const facts = (rule: LinkifierRule | null) =>
      rule ? { pattern: rule.pattern, url_template: rule.urlTemplate } : undefined;
    const object = { type: 'linkifier', id };
    this.audit.record({ organizationId, action, object, before: facts(before), after: facts(after) });
  }
}

function ruleOf(rules: readonly LinkifierRule[], wanted: number): LinkifierRule {
  const rule = rules.find(({ id }) => id === wanted);
  if (!rule) throw new LinkifierIsUnknown();
  return rule;
}
