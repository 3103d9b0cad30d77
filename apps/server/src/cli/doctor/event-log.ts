import type { DatabaseProbe } from './database-probe';
import { Finding, ok, warning } from './finding';

const ABOUT = 'event log';
/** Nodes drop what is older than eight days, and look every few minutes. */
const KEPT_DAYS = 9;
const DAY_MS = 86_400_000;

/** Whether the days of the log are made and dropped in time. */
export async function examineEventLog(probe: DatabaseProbe): Promise<Finding> {
  const days = await probe.logDays();
  if (!days) return ok(ABOUT, 'there is none yet');
  const { today, made } = days;
  const advice =
    'A running server sees to it within minutes; else its log says "the event log could not be put in order".';
  const old = made.filter((day) => timeOf(day) < timeOf(today) - KEPT_DAYS * DAY_MS);
  if (old.length > 0) return warning(ABOUT, `it goes back to ${old[0]}, which nobody wants any more`, advice);
  const hasTomorrow = made.some((day) => timeOf(day) > timeOf(today));
  if (!hasTomorrow) return warning(ABOUT, 'it has no place of its own for the events of tomorrow', advice);
  return ok(ABOUT, `${made.length} days`);
}

const timeOf = (day: string): number => Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
