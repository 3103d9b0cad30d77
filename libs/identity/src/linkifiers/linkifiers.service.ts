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
import { Users } from '../users/users.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { LinkifierClientEvents } from './linkifiers.client-events';
import { VersionedCache } from '../versioned-cache';

/** Each linkifier is applied to each message. */
const MOST = 200;

interface CompiledRules {
  readonly id: OrganizationId;
  readonly version: number;
  readonly linkifiers: readonly Linkifier[];
  /** Compiled linkifiers by their source, so that a change compiles only changed ones. */
  readonly byRule: ReadonlyMap<string, Linkifier>;
}

/** Patterns whose matches become links (docs/protocol/personal.md). Administrators manage them. */
@Injectable()
export class Linkifiers {
  private readonly cache = new VersionedCache<CompiledRules>();

  constructor(
    private readonly rows: LinkifierRepository,
    private readonly organizations: OrganizationRepository,
    private readonly users: Users,
    private readonly clients: LinkifierClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /** Compiled linkifiers in their order. Runs no query if none has changed since the last call. */
  async cached({
    organizationId,
    linkifierVersion,
  }: Pick<Actor, 'organizationId' | 'linkifierVersion'>): Promise<readonly Linkifier[]> {
    const read = (earlier?: CompiledRules) => this.compile(organizationId, earlier);
    // A transaction may read its own writes and then roll back. So only committed linkifiers are cached.
    const { linkifiers } = this.transactions.open
      ? (this.cache.find(organizationId, linkifierVersion) ?? (await read()))
      : await this.cache.obtain(organizationId, linkifierVersion, read);
    return linkifiers;
  }

  /** In their order: earlier ones take precedence. */
  async list(organizationId: OrganizationId): Promise<LinkifierRule[]> {
    return (await this.rows.get(organizationId)).rules;
  }

  /**
   * Adds a linkifier after all others and returns its id.
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
    // The error about an absent linkifier precedes the errors about the new values.
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
      const object = { type: 'linkifier' as const, id: null };
      const { organizationId } = actor;
      const after = { order: [...ids] };
      this.audit.record({ organizationId, action: 'reordered', object, before: { order: before }, after });
    });
  }

  /** If `work` changes the list, clients are told, and messages are rendered with the new list. */
  private async changing<R>(
    { organizationId, userId }: Actor,
    work: (rules: LinkifierRule[]) => Promise<R>,
  ): Promise<R> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting({ organizationId, userId }));
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

  /** `null` for a pattern that an earlier version accepted and this one refuses. An error would block all sending. */
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
    action: AuditAction,
    id: number,
    before: LinkifierRule | null,
    after: LinkifierRule | null,
  ): void {
    const facts = (rule: LinkifierRule | null) =>
      rule ? { pattern: rule.pattern, url_template: rule.urlTemplate } : undefined;
    const object = { type: 'linkifier' as const, id };
    this.audit.record({ organizationId, action, object, before: facts(before), after: facts(after) });
  }
}

function ruleOf(rules: readonly LinkifierRule[], wanted: number): LinkifierRule {
  const rule = rules.find(({ id }) => id === wanted);
  if (!rule) throw new LinkifierIsUnknown();
  return rule;
}
