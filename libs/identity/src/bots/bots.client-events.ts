import { single } from '@app/kernel';
import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, QueueControl, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { isAdministrator, ROLE, Role } from '../roles/role';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { BotDirectory } from './bot-directory.service';
import { BotObject, botObject, KnownBot } from './bot-object.client-events';

interface BotPayload {
  op: 'add' | 'update' | 'delete';
  bot: { user_id: number } & Record<string, unknown>;
}

const KIND = 'realm_bot';

const realmBot: EventKind<BotPayload> = {
  kind: KIND,
  type: 'realm_bot',
  variant: () => '',
  shape: ({ op, bot }) => ({ type: 'realm_bot', op, bot }),
};

/** If more bots change at once, the client must register again instead of receiving an event for each. */
const MAX_AT_ONCE = 1_000;

/** Client events and snapshot for the managers of bots (docs/protocol/events.md). */
@Injectable()
export class BotClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['realm_bot'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly users: UserRepository,
    private readonly directory: BotDirectory,
    private readonly queues: QueueControl,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(realmBot);
    this.registry.addPart(this);
  }

  /** Reads the role at the state of the snapshot, which may be newer than the request's credentials. */
  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const own = await this.users.find(actor.organizationId, actor.userId);
    const bots = own ? await this.directory.allManagedBy({ ...actor, role: own.role }) : [];
    return { realm_bots: bots.map(botObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { realm_bots: [] };
  }

  async tellAdded(bot: KnownBot): Promise<void> {
    this.tell(bot.user.organizationId, await this.managersOf(bot.user), { op: 'add', bot: { ...botObject(bot) } });
  }

  async tellChange(user: User, change: Partial<BotObject>): Promise<void> {
    const payload: BotPayload = { op: 'update', bot: { user_id: user.id, ...change } };
    this.tell(user.organizationId, await this.managersOf(user), payload);
  }

  /**
   * The owner or the role of the bot changed. New managers are told that it exists, former managers that it is gone.
   */
  async tellManagersChanged(before: User, after: User): Promise<void> {
    const [then, now] = [await this.managersOf(before), await this.managersOf(after)];
    const bot = single(await this.directory.known(after.organizationId, [after]));
    const { organizationId, id } = after;
    this.tell(organizationId, without(then, now), { op: 'delete', bot: { user_id: id } });
    this.tell(organizationId, without(now, then), { op: 'add', bot: { ...botObject(bot) } });
    if (before.botOwnerId === after.botOwnerId) return;
    const stayed = now.filter((one) => then.includes(one));
    this.tell(organizationId, stayed, { op: 'update', bot: { user_id: id, owner_id: after.botOwnerId } });
  }

  /** The role of the user changed, and so the set of bots that the user manages. */
  async tellRole(user: User, from: Role, to: Role): Promise<void> {
    const bots = (role: Role) => this.directory.allManagedBy({ ...user, userId: user.id, role });
    if (!isAdministrator(from) && !isAdministrator(to)) return;
    const [then, now] = [await bots(from), await bots(to)];
    const isIn = (list: readonly KnownBot[], { user: { id } }: KnownBot) => list.some((one) => one.user.id === id);
    const [lost, gained] = [then.filter((bot) => !isIn(now, bot)), now.filter((bot) => !isIn(then, bot))];
    if (lost.length + gained.length > MAX_AT_ONCE) return this.queues.endQueuesOf(user.organizationId, user.id);
    for (const bot of lost) this.tell(user.organizationId, [user.id], { op: 'delete', bot: { user_id: bot.user.id } });
    for (const bot of gained) this.tell(user.organizationId, [user.id], { op: 'add', bot: { ...botObject(bot) } });
  }

  private async managersOf({ organizationId, botOwnerId, role }: User): Promise<UserId[]> {
    const weakest = Math.min(role, ROLE.administrator);
    const administrators = await this.users.activePeople(organizationId, ROLE.owner, weakest);
    return [...new Set([...(botOwnerId === null ? [] : [botOwnerId]), ...administrators])];
  }

  private tell(organizationId: OrganizationId, ids: readonly UserId[], payload: BotPayload): void {
    if (ids.length > 0) this.log.tell({ kind: KIND, organizationId, audience: { to: 'users', ids }, payload });
  }
}

const without = (ids: readonly UserId[], left: readonly UserId[]): UserId[] => ids.filter((id) => !left.includes(id));
