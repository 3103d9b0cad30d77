import type { Connection } from '@parley/client';
import { setTime } from '../store/clock';
import type { Store } from '../store/store';
import { whenIdle } from './idle';

/** A user who did nothing for so long is idle. */
const IDLE_MS = 300_000;
/** How late it may be noticed that a user types no more. */
const EXPIRY_MS = 1_000;

/** Reports to the server whether the user is present, and reads the presence of the others. */
export class PresenceReports {
  private lastInput = Date.now();
  private isFresh = true;

  constructor(private readonly connection: Connection) {
    const note = (): void => {
      this.lastInput = Date.now();
      this.isFresh = true;
    };
    for (const type of ['keydown', 'pointerdown', 'focus']) addEventListener(type, note, { passive: true });
  }

  /** For as long as the page is open. @param current the store of the moment */
  start(current: () => Store | null): void {
    const store = current();
    const seconds = store?.organization.get('server_presence_ping_interval_seconds') ?? 60;
    whenIdle(() => void this.report(current));
    setInterval(() => void this.report(current), seconds * 1_000);
    setInterval(() => current()?.presence.expireTyping(Date.now()), EXPIRY_MS);
  }

  private async report(current: () => Store | null): Promise<void> {
    const store = current();
    if (!store) return;
    const isActive = !document.hidden && Date.now() - this.lastInput < IDLE_MS;
    const asked = { status: isActive ? ('active' as const) : ('idle' as const), new_user_input: this.isFresh };
    this.isFresh = false;
    const answer = await this.connection
      .request('POST users/me/presence', { ...asked, last_update_id: store.presence.lastUpdate })
      .catch(() => null); // the next report follows
    if (answer?.server_timestamp !== undefined) setTime(answer.server_timestamp);
    if (answer) current()?.presence.take(answer.presences ?? {}, answer.presence_last_update_id);
  }
}
