import { isLong } from './registration-outcome';
import type { RelayResponse, RelayBody } from '../relay/relay-response';

/** What the relay reports about an organization: whether it delivers notifications, and until when. */
export interface ReportedStatus {
  readonly isEnabled: boolean;
  /** UNIX seconds; null: no end is known. */
  readonly endsAt: number | null;
}

const OFF: ReportedStatus = { isEnabled: false, endsAt: null };
const REFUSALS = new Set(['MISSING_REMOTE_REALM', 'PUSH_NOTIFICATIONS_DISALLOWED']);

/** The status in an answer about the organization; `null`: it contains none (docs/protocol/notifications.md). */
export function statusIn(response: RelayResponse): ReportedStatus | null {
  if (response.kind === 'refused') return REFUSALS.has(response.code ?? '') ? OFF : null;
  if (response.kind !== 'done') return null;
  const { realm_push_status: named, push_status: short } = response.body;
  return reportedStatusIn(named) ?? reportedStatusIn(short) ?? reportedStatusIn(response.body);
}

/** Parses `{can_push, expected_end_timestamp}`; `null`: invalid. */
export function reportedStatusIn(value: unknown): ReportedStatus | null {
  if (typeof value !== 'object' || value === null) return null;
  const { can_push: canPush, expected_end_timestamp: end } = value as RelayBody;
  if (typeof canPush !== 'boolean') return null;
  return canPush ? { isEnabled: true, endsAt: secondsOf(end) } : OFF;
}

function secondsOf(value: unknown): number | null {
  const seconds = typeof value === 'bigint' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 && seconds < 1e12
    ? Math.floor(seconds)
    : null;
}

/** The device ids in a list of an answer (`delete_device_ids`, `failed_device_ids`). Invalid ids are left out. */
export function deviceIdsIn(body: RelayBody, field: 'delete_device_ids' | 'failed_device_ids'): bigint[] {
  const { [field]: ids } = body;
  return Array.isArray(ids) ? ids.filter(isLong) : [];
}
