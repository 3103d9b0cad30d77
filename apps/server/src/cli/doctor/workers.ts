import type { Config } from '@app/platform';
import type { DatabaseProbe } from './database-probe';
import { Finding, judged, ok } from './finding';

const ABOUT = 'workers';
/** A row that fails is tried again within five minutes. */
const LATE_SECONDS = { warning: 10 * 60, problem: 24 * 60 * 60 };
/** Tables of work that no other finding covers. */
const TABLES = ['notice', 'thumbnail_task', 'file_removal', 'link_preview_fetch', 'missed_message'];
const TABLES_OF_RELAY = ['push_device', 'device_token', 'push_delivery', 'push_recheck'];

/** Whether what need not be done inside a request is done soon after it. */
export async function examineWorkers(probe: DatabaseProbe, { pushRelay }: Config): Promise<Finding[]> {
  const tables = pushRelay ? [...TABLES, ...TABLES_OF_RELAY] : TABLES;
  const late = (await probe.backlogs(tables)).filter(({ seconds }) => seconds >= LATE_SECONDS.warning);
  if (late.length === 0) return [ok(ABOUT, 'nothing has waited for long')];
  const advice = 'See that a server runs, and what its log says of workers: docs/operators.md, "Workers".';
  return late.map(({ table, waiting, seconds }) => {
    const is = `${waiting} ${waiting === 1 ? 'row of' : 'rows of'} ${table} due, the first for ${Math.round(seconds)} s`;
    return judged(ABOUT, is, seconds, LATE_SECONDS, advice);
  });
}
