import type { QueuedEvent } from '../records/queued-event';
import type { Heartbeat } from './heartbeat';

/** A waiting GET request. */
export interface WaitingRequest {
  /** The last id that was sent to it. Nothing was acknowledged since. */
  sentId: number;
  readonly heartbeat: Heartbeat;
  /**
   * Sends events. `goesOn`: the client may wait for more without another request, which streams do and polls do
   * not. Returns whether it does, with all of these events sent.
   */
  send(events: readonly QueuedEvent[], goesOn: boolean): boolean;
}
