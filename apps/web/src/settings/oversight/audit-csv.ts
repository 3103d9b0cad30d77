import type { AuditEntry } from '../../server/settings/oversight';

const COLUMNS = ['id', 'time', 'actor_id', 'actor', 'action', 'object_type', 'object_id', 'client', 'address'] as const;

/** @param nameOf the name of an actor; null: without a login */
export function auditCsv(entries: readonly AuditEntry[], nameOf: (userId: number | null) => string): string {
  const lines = entries.map((entry) => {
    const cells = { ...entry, time: new Date(entry.time * 1_000).toISOString(), actor: nameOf(entry.actor_id) };
    return [...COLUMNS.map((name) => cells[name]), JSON.stringify(entry.before), JSON.stringify(entry.after)];
  });
  return [[...COLUMNS, 'before', 'after'], ...lines].map((cells) => `${cells.map(quoted).join()}\r\n`).join('');
}

/** A program for tables takes a cell that begins so for a formula; a name may begin with anything. */
const FORMULA = /^[=+\-@\t\r]/;

function quoted(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
