import { Connection, patiently, register, RequestRefused, Snapshot } from '@parley/client';
import { Store } from '../store/store';
import { SNAPSHOT_PARTS } from './event-types';

/** What accounts have and spectators do not. */
const NOTHING = {
  unread_msgs: { count: 0, streams: [], pms: [], huddles: [], mentions: [], old_unreads_missing: false },
  recent_private_conversations: [],
  starred_messages: [],
} satisfies Partial<Snapshot>;

/** What is open to spectators, at one moment: they receive no events. `null`: it is open to accounts alone. */
export async function lookWithoutAccount(connection: Connection): Promise<Store | null> {
  try {
    const snapshot = await patiently(() => register(connection, { snapshotParts: SNAPSHOT_PARTS }));
    return new Store({ ...NOTHING, ...snapshot });
  } catch (error) {
    if (error instanceof RequestRefused && error.isLoggedOut) return null;
    throw error;
  }
}
