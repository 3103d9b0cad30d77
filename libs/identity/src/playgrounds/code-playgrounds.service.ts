import type { OrganizationId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CodePlayground, PlaygroundFacts, playgroundFacts } from './code-playground';
import { PlaygroundExistsAlready, PlaygroundIsUnknown, ThereAreTooManyPlaygrounds } from './code-playground.errors';
import { CodePlaygroundRepository } from './code-playground.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { CodePlaygroundClientEvents } from './code-playgrounds.client-events';

/** Every client receives all of them. */
const MOST = 500;

/** Websites that run code from messages (docs/protocol/organizations.md). Administrators manage the list. */
@Injectable()
export class CodePlaygrounds {
  constructor(
    private readonly rows: CodePlaygroundRepository,
    private readonly users: Users,
    private readonly clients: CodePlaygroundClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** Ordered by creation. */
  list(organizationId: OrganizationId): Promise<CodePlayground[]> {
    return this.rows.list(organizationId);
  }

  /**
   * Returns the id of the new playground.
   * @throws MustBeAdministrator, PlaygroundExistsAlready, ThereAreTooManyPlaygrounds, and what `playgroundFacts` throws
   */
  async add(actor: Actor, written: PlaygroundFacts): Promise<number> {
    assertAdministrator(actor);
    const facts = playgroundFacts(written);
    return this.changing(actor, async (all) => {
      assertIsNew(all, facts);
      if (all.length >= MOST) throw new ThereAreTooManyPlaygrounds(MOST);
      const id = await this.rows.insert(actor.organizationId, facts);
      this.record(actor, 'created', id, null, facts);
      return id;
    });
  }

  /**
   * Absent fields stay as they are. Does nothing if no value differs.
   * @throws MustBeAdministrator, PlaygroundIsUnknown, PlaygroundExistsAlready, and what `playgroundFacts` throws
   */
  async change(actor: Actor, id: number, patch: Partial<PlaygroundFacts>): Promise<void> {
    assertAdministrator(actor);
    await this.changing(actor, async (all) => {
      const before = playgroundIn(all, id);
      const facts = playgroundFacts({
        name: patch.name ?? before.name,
        language: patch.language ?? before.language,
        urlTemplate: patch.urlTemplate ?? before.urlTemplate,
      });
      const others = all.filter((one) => one !== before);
      assertIsNew(others, facts);
      if (isSame(before, facts) && before.urlTemplate === facts.urlTemplate) return;
      await this.rows.update(actor.organizationId, { id, ...facts });
      this.record(actor, 'changed', id, before, facts);
    });
  }

  /** @throws MustBeAdministrator, PlaygroundIsUnknown */
  async remove(actor: Actor, id: number): Promise<void> {
    assertAdministrator(actor);
    await this.changing(actor, async (all) => {
      const before = playgroundIn(all, id);
      await this.rows.remove(actor.organizationId, id);
      this.record(actor, 'removed', id, before, null);
    });
  }

  /** Tells clients if `work` changed a value. */
  private async changing<R>(
    { organizationId, userId }: Actor,
    work: (all: readonly CodePlayground[]) => Promise<R>,
  ): Promise<R> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting({ organizationId, userId }));
      const before = await this.list(organizationId);
      const result = await work(before);
      const after = await this.list(organizationId);
      if (JSON.stringify(before) !== JSON.stringify(after)) this.clients.tell(organizationId, after);
      return result;
    });
  }

  private record(
    { organizationId }: Actor,
    action: AuditAction,
    id: number,
    before: PlaygroundFacts | null,
    after: PlaygroundFacts | null,
  ): void {
    const facts = (one: PlaygroundFacts | null) =>
      one ? { name: one.name, pygments_language: one.language, url_template: one.urlTemplate } : undefined;
    const object = { type: 'realm_playground' as const, id };
    this.audit.record({ organizationId, action, object, before: facts(before), after: facts(after) });
  }
}

const isSame = (one: PlaygroundFacts, other: PlaygroundFacts): boolean =>
  one.name === other.name && one.language === other.language;

function assertIsNew(others: readonly CodePlayground[], facts: PlaygroundFacts): void {
  if (others.some((one) => isSame(one, facts))) throw new PlaygroundExistsAlready();
}

function playgroundIn(all: readonly CodePlayground[], wanted: number): CodePlayground {
  const playground = all.find(({ id }) => id === wanted);
  if (!playground) throw new PlaygroundIsUnknown();
  return playground;
}
