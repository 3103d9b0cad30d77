/** Who may do what with a channel, written from docs/protocol/channels.md and independent of the server's code. */
export const GRANTS = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
] as const;
export type Grant = (typeof GRANTS)[number];

export interface Who {
  name: string;
  role: 'owner' | 'admin' | 'moderator' | 'member' | 'guest';
  /** Still in the waiting period. */
  isNew: boolean;
  /** The groups of the channel that contain them, through a subgroup. */
  grants: readonly Grant[];
}

export interface Kind {
  name: string;
  privacy: 'web-public' | 'public' | 'shared' | 'protected';
  isArchived: boolean;
  /** Whether only the members of a group may send; otherwise all users. */
  isAnnouncing: boolean;
}

export interface Cell {
  who: Who;
  kind: Kind;
  isSubscribed: boolean;
}

/**
 * `absent`: the same answer as for a channel that does not exist; `refused` and `unauthorized`: an error of code
 * BAD_REQUEST or UNAUTHORIZED_PRINCIPAL; several: any of them. A colon precedes what is read.
 */
export type Outcome = string | readonly string[];

const isPrivate = ({ kind }: Cell): boolean => kind.privacy === 'shared' || kind.privacy === 'protected';
const isGuest = ({ who }: Cell): boolean => who.role === 'guest';
const isAdministrator = ({ who }: Cell): boolean => who.role === 'owner' || who.role === 'admin';
/** Guests never get a permission from a group. */
const holds = (cell: Cell, ...grants: Grant[]): boolean =>
  !isGuest(cell) && grants.some((grant) => cell.who.grants.includes(grant));

export function readsContent(cell: Cell): boolean {
  if (cell.kind.privacy === 'web-public' || cell.isSubscribed) return true;
  if (isGuest(cell)) return false;
  return !isPrivate(cell) || holds(cell, 'can_add_subscribers_group', 'can_subscribe_group');
}

export const seesMetadata = (cell: Cell): boolean => readsContent(cell) || administers(cell);

export const administers = (cell: Cell): boolean =>
  !isGuest(cell) && (isAdministrator(cell) || holds(cell, 'can_administer_channel_group'));

/** Two messages: one from before the subscriptions, one from after. */
export function history(cell: Cell): string {
  if (cell.kind.privacy !== 'protected') return 'early, late';
  return cell.isSubscribed ? 'late' : '';
}

function posts(cell: Cell): boolean {
  if (cell.kind.isArchived) return false;
  // Here all users may send, or a group may; the guest is in it, and this permission is open to guests.
  if (cell.kind.isAnnouncing && !cell.who.grants.includes('can_send_message_group')) return false;
  if (cell.isSubscribed) return true;
  return readsContent(cell) && cell.kind.privacy !== 'protected';
}

/** In this organization full members may subscribe others anywhere. */
function addsOthers(cell: Cell): boolean {
  if (isGuest(cell) || !readsContent(cell)) return false;
  const isFullMember = !cell.who.isNew;
  return isFullMember || administers(cell) || holds(cell, 'can_add_subscribers_group');
}

function removesOthers(cell: Cell): boolean {
  if (isGuest(cell)) return false;
  return administers(cell) || (seesMetadata(cell) && holds(cell, 'can_remove_subscribers_group'));
}

/** A change that every administrator of the channel may make, unless `else` names what prevents it. */
function changes(cell: Cell, otherwise?: Outcome): Outcome {
  if (administers(cell)) return otherwise ?? 'ok';
  return readsContent(cell) ? 'refused' : 'absent';
}

const isOwner = ({ who }: Cell): boolean => who.role === 'owner';
const REFUSED_ANYHOW = ['refused', 'absent'];
const withContent = (cell: Cell): Outcome => changes(cell, readsContent(cell) ? 'ok' : REFUSED_ANYHOW);

export const RULES: Record<string, (cell: Cell) => Outcome> = {
  show: (cell) => (seesMetadata(cell) ? 'ok' : 'absent'),
  'list subscribers': (cell) => (seesMetadata(cell) ? 'ok' : 'absent'),
  'ask whether another is in it': (cell) => (seesMetadata(cell) && !cell.kind.isArchived ? 'ok' : 'absent'),
  'find by name': (cell) => (readsContent(cell) && !cell.kind.isArchived ? 'ok' : 'refused'),
  'read messages': (cell) => (readsContent(cell) ? `ok: ${history(cell)}` : 'absent'),
  'read topics': (cell) => (readsContent(cell) ? `ok: ${history(cell)}` : 'absent'),
  'read the address': (cell) => (readsContent(cell) && !cell.kind.isArchived ? 'ok' : 'absent'),
  post: (cell) => {
    if (posts(cell)) return 'ok';
    if (readsContent(cell)) return 'refused';
    return seesMetadata(cell) ? REFUSED_ANYHOW : 'absent';
  },
  'draft for it': (cell) => (readsContent(cell) && !cell.kind.isArchived ? 'ok' : 'absent'),
  'mute a topic': (cell) => (readsContent(cell) && !cell.kind.isArchived ? 'ok' : 'absent'),
  'unmute a topic': () => 'ok',
  'set a property': (cell) => {
    if (!readsContent(cell) || cell.kind.isArchived) return 'absent';
    return cell.isSubscribed ? 'ok' : 'refused';
  },
  rename: (cell) => changes(cell),
  describe: (cell) => changes(cell),
  'change a group setting': (cell) => changes(cell),
  'change who subscribes': withContent,
  'change retention': (cell) => changes(cell, isOwner(cell) ? 'ok' : 'unauthorized'),
  'change the topics policy': (cell) => changes(cell),
  'put into a folder': (cell) => changes(cell),
  'make a default': (cell) => {
    if (!isAdministrator(cell)) return 'unauthorized';
    if (cell.kind.isArchived || !readsContent(cell)) return REFUSED_ANYHOW;
    return isPrivate(cell) ? 'refused' : 'ok';
  },
  'unmake a default': (cell) => {
    if (!isAdministrator(cell)) return 'unauthorized';
    if (cell.kind.isArchived) return 'absent';
    // A nonexistent value may be removed, or not.
    return isPrivate(cell) ? ['ok', 'refused'] : 'ok';
  },
  'subscribe another': (cell) => (addsOthers(cell) ? 'ok' : 'refused'),
  'unsubscribe another': (cell) => (removesOthers(cell) ? 'ok' : 'refused'),
  'subscribe oneself': (cell) => (!isGuest(cell) && readsContent(cell) ? 'ok' : 'refused'),
  'change privacy': withContent,
  'delete a topic': (cell) => {
    if (!isAdministrator(cell)) return 'unauthorized';
    return readsContent(cell) && !cell.kind.isArchived ? 'ok' : 'absent';
  },
  archive: (cell) => changes(cell, cell.kind.isArchived ? 'refused' : 'ok'),
  unarchive: (cell) => changes(cell),
};
