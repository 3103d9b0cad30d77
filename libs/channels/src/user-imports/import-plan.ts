import { isAdministrator, isGuest, isOwner, type Role, roleNameOf, type User } from '@app/identity';
import type { ChannelId, UserGroupId, UserId } from '@app/kernel';
import type { LineError } from './csv-file';
import { byLine, type UserRow } from './user-row';

/** A group or channel that a line names. */
export interface NamedTarget<Id> {
  readonly id: Id;
  readonly name: string;
  readonly memberIds: ReadonlySet<UserId>;
  /** Whether the importing user may add others to it. */
  readonly isOpen: boolean;
}

/** What decides about the lines of a file, at one moment. */
export interface ImportState {
  /** Who imports; `id` `null`: the operator, who has the rights of an owner. */
  readonly acting: { readonly id: UserId | null; readonly role: number };
  /** The account that has the address, by its real or its public one. */
  holder(email: string): User | undefined;
  /** Why there cannot be a new account with the address; `null`: there can. */
  objection(email: string): string | null;
  /** Why the name is not possible; `null`: it is. */
  nameObjection(fullName: string): string | null;
  /** Whether another account or line has the name, where names must differ. */
  isNameTaken(fullName: string, userId: UserId | null): boolean;
  group(name: string): NamedTarget<UserGroupId> | undefined;
  channel(name: string): NamedTarget<ChannelId> | undefined;
  readonly activeOwnerIds: readonly UserId[];
}

export type ImportAction = 'create' | 'update' | 'deactivate' | 'reactivate' | 'none';

/** What a line would do. */
export interface ImportStep {
  readonly line: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly action: ImportAction;
  /** `null`: the account is to be created, or there is none and none is wanted. */
  readonly user: User | null;
  readonly isRenamed: boolean;
  readonly isOfOtherRole: boolean;
  readonly groups: readonly NamedTarget<UserGroupId>[];
  readonly channels: readonly NamedTarget<ChannelId>[];
}

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  readonly faults: readonly LineError[];
}

/** Refuses a line. */
class LineIsWrong extends Error {}

/** What the lines would do, and which are wrong. Decides only; the rules are those of single changes. */
export function planOf(rows: readonly UserRow[], state: ImportState): ImportPlan {
  const steps: ImportStep[] = [];
  const faults: LineError[] = [];
  const firstLines = new Map<string, number>();
  for (const row of rows) {
    try {
      assertIsFirst(row, firstLines, state);
      steps.push(stepOf(row, state));
    } catch (error) {
      if (!(error instanceof LineIsWrong)) throw error;
      faults.push({ line: row.line, message: error.message });
    }
  }
  return { steps, faults: [...faults, ...faultsOfOwners(steps, state)].sort(byLine) };
}

/** Owners first, so that there is one at each moment. */
export const inOrder = (rows: readonly UserRow[]): UserRow[] => {
  const makesOwner = ({ role, isActive }: UserRow) => isOwner(role) && isActive !== false;
  return [...rows.filter(makesOwner), ...rows.filter((row) => !makesOwner(row))];
};

function assertIsFirst({ line, email }: UserRow, firstLines: Map<string, number>, state: ImportState): void {
  const key = (state.holder(email)?.deliveryEmail ?? email).toLowerCase();
  const first = firstLines.get(key);
  if (first !== undefined) throw new LineIsWrong(`The address is in line ${first} already.`);
  firstLines.set(key, line);
}

function stepOf(row: UserRow, state: ImportState): ImportStep {
  const user = state.holder(row.email) ?? null;
  const { line, email, role, isActive } = row;
  if (!user && isActive === false) return { ...nothing(row), action: 'none' };
  const fullName = user?.fullName === row.fullName ? row.fullName : checkedName(row.fullName, user, state);
  if (!user) assertMayCreate(row, state);
  else assertMayChange(user, row, state);
  const staysActive = isActive ?? user?.isActive ?? true;
  const isMember = (place: NamedTarget<number>) => user !== null && place.memberIds.has(user.id);
  const groups = row.groups.map((name) => known(state.group(name), 'group', name)).filter((one) => !isMember(one));
  const channels = row.channels
    .map((name) => known(state.channel(name), 'channel', name))
    .filter((one) => !isMember(one));
  const step = {
    line,
    email,
    fullName,
    role,
    user,
    isRenamed: user !== null && user.fullName !== fullName,
    isOfOtherRole: user !== null && user.role !== role,
    groups: staysActive ? groups.map((one) => open(one, 'group')) : [],
    channels: staysActive ? channels.map((one) => open(one, 'channel')) : [],
  };
  return { ...step, action: actionOf(step, staysActive) };
}

const nothing = ({ line, email, fullName, role }: UserRow) => ({
  line,
  email,
  fullName,
  role,
  user: null,
  isRenamed: false,
  isOfOtherRole: false,
  groups: [],
  channels: [],
});

function actionOf(step: Omit<ImportStep, 'action'>, staysActive: boolean): ImportAction {
  const { user, isRenamed, isOfOtherRole, groups, channels } = step;
  if (!user) return 'create';
  if (user.isActive !== staysActive) return staysActive ? 'reactivate' : 'deactivate';
  return isRenamed || isOfOtherRole || groups.length + channels.length > 0 ? 'update' : 'none';
}

function checkedName(given: string, user: User | null, state: ImportState): string {
  const wrong = state.nameObjection(given);
  if (wrong !== null) throw new LineIsWrong(wrong);
  if (state.isNameTaken(given, user?.id ?? null))
    throw new LineIsWrong('Names must differ in this organization, and another account or line has this one.');
  return given;
}

function assertMayCreate({ email, role }: UserRow, state: ImportState): void {
  const wrong = state.objection(email);
  if (wrong !== null) throw new LineIsWrong(wrong);
  if (isOwner(role) && !isOwner(state.acting.role)) throw new LineIsWrong('Only owners make owners.');
}

function assertMayChange(user: User, { role, isActive }: UserRow, { acting }: ImportState): void {
  if (user.isBot) throw new LineIsWrong('The address is that of a bot.');
  const isOfOtherRole = user.role !== role;
  const isOther = isOfOtherRole || (isActive !== null && isActive !== user.isActive);
  if (isOther && (isOwner(user.role) || isOwner(role)) && !isOwner(acting.role))
    throw new LineIsWrong('Only owners change the accounts of owners.');
  if (isGuest(user.role) && isAdministrator(role))
    throw new LineIsWrong(`A guest cannot be made ${roleNameOf(role)} at once: choose another role first.`);
  if (user.id === acting.id && (isActive === false || role > user.role))
    throw new LineIsWrong('This is the account that imports: it cannot be deactivated or get a weaker role here.');
}

function known<Id>(place: NamedTarget<Id> | undefined, kind: string, name: string): NamedTarget<Id> {
  if (!place) throw new LineIsWrong(`There is no ${kind} "${name}".`);
  return place;
}

function open<Id>(place: NamedTarget<Id>, kind: string): NamedTarget<Id> {
  if (!place.isOpen) throw new LineIsWrong(`You may not add people to the ${kind} "${place.name}".`);
  return place;
}

/** The lines that take the last owners away, if none is left after the whole file. */
function faultsOfOwners(steps: readonly ImportStep[], { activeOwnerIds }: ImportState): LineError[] {
  const losing = steps.filter(
    ({ user, role, action }) => user && activeOwnerIds.includes(user.id) && (!isOwner(role) || action === 'deactivate'),
  );
  const isGained = steps.some(
    ({ role, action, user }) =>
      isOwner(role) && (action === 'create' || action === 'reactivate' || (user?.isActive && action === 'update')),
  );
  if (losing.length < activeOwnerIds.length || isGained) return [];
  const message = 'The organization would have no active owner left.';
  return losing.map(({ line }) => ({ line, message }));
}

/** The changes of a line, one phrase each. */
export function changesOf({ user, fullName, role, isRenamed, isOfOtherRole, groups, channels }: ImportStep): string[] {
  return [
    ...(user && isRenamed ? [`name: ${user.fullName} -> ${fullName}`] : []),
    ...(user && isOfOtherRole ? [`role: ${roleNameOf(user.role)} -> ${roleNameOf(role)}`] : []),
    ...(user ? [] : [`name: ${fullName}`, `role: ${roleNameOf(role)}`]),
    ...groups.map(({ name }) => `group: ${name}`),
    ...channels.map(({ name }) => `channel: ${name}`),
  ];
}
