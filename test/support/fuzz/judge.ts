import type { Contract } from '../contract';
import type { Body } from '../person';
import type { Attempt } from './attempt';
import type { Stage } from './stage';
import type { Outcome } from './wire';

/** Operations that answer anonymous clients. */
const OPEN_TO_STRANGERS = [
  'POST /api/v1/fetch_api_key',
  'POST /api/v1/dev_fetch_api_key',
  'GET /api/v1/server_settings',
];

/** And those that do so where the organization has spectator access, which its owner decides. */
const OPEN_TO_SPECTATORS = [
  'GET /api/v1/messages',
  'GET /api/v1/messages/{id}',
  'GET /api/v1/users',
  'GET /api/v1/users/me/{stream_id}/topics',
  'POST /api/v1/register',
];

/** The error in an answer, for any request; null: none. */
export function faultOf(stage: Stage, contract: Contract, attempt: Attempt, outcome: Outcome): string | null {
  if (outcome === 'waits') return null;
  if ('fault' in outcome) return outcome.fault;
  const { status, type, text } = outcome;
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`;
  if (!type.startsWith('application/json')) return `not JSON but ${type}, status ${status}: ${text.slice(0, 300)}`;
  const body = parsed(text);
  if (!body) return `no envelope, status ${status}: ${text.slice(0, 300)}`;
  return (
    leakIn(stage, attempt, text) ?? anonymousFault(attempt, status) ?? contractFault(contract, attempt, status, body)
  );
}

/** Null if it is not the envelope of the interface. */
function parsed(text: string): Body | null {
  try {
    const body = JSON.parse(text) as Body;
    const isSuccess = body.result === 'success' && body.msg === '';
    const isError = body.result === 'error' && typeof body.msg === 'string' && typeof body.code === 'string';
    return isSuccess || isError ? body : null;
  } catch {
    return null;
  }
}

function leakIn(stage: Stage, { actor }: Attempt, text: string): string | null {
  const lower = text.toLowerCase();
  const leaked = stage.secrets.find((secret) => secret.hiddenFrom.includes(actor) && lower.includes(secret.text));
  if (!leaked) return null;
  const at = lower.indexOf(leaked.text);
  return `${actor} was told ${leaked.what}: ...${text.slice(Math.max(0, at - 150), at + 100)}...`;
}

function anonymousFault({ actor, target }: Attempt, status: number): string | null {
  if (actor !== 'nobody' || status !== 200) return null;
  if ([...OPEN_TO_STRANGERS, ...OPEN_TO_SPECTATORS].includes(target.name)) return null;
  return 'it answers who has no credentials';
}

function contractFault(contract: Contract, { method, path }: Attempt, status: number, body: Body): string | null {
  const [pathname] = path.split('?', 1);
  if (!contract.operationOf(method, pathname.replace(/\/$/, ''))) {
    return status === 404 || status === 405 || status === 400 ? null : `an unknown path is answered with ${status}`;
  }
  try {
    contract.assert(method, pathname.replace(/\/$/, ''), status, body);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
