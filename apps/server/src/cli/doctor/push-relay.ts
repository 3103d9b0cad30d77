import type { Config } from '@app/platform';
import { Relay } from '@app/push';
import { Finding, ok, problem, warning } from './finding';

const ABOUT = 'push relay';
const LOOPBACK = /^(127\.|\[::1\]$|localhost$)/;

/** Whether the relay answers and takes our credentials. It is asked for nothing: an empty list of notifications. */
export async function examinePushRelay(config: Config): Promise<Finding[]> {
  if (!config.pushRelay) return [];
  const relay = new Relay(config);
  try {
    const answer = await relay.post('push/e2ee/notify', { realm_uuid: '', push_requests: [] }, 'json');
    return [judged(config.pushRelay.url, answer), ...faultsOf(config.pushRelay.url)];
  } finally {
    relay.onApplicationShutdown();
  }
}

function judged(url: string, answer: Awaited<ReturnType<Relay['post']>>): Finding {
  if (answer.kind === 'unreachable') {
    const advice = 'Look whether PARLEY_PUSH_RELAY_URL is right and the relay runs; notifications wait meanwhile.';
    return problem(ABOUT, `${url} cannot be reached: ${answer.reason}`, advice);
  }
  if (answer.kind === 'broken')
    return problem(ABOUT, `${url} answers with status ${answer.status}`, 'Look into the log of the relay.');
  if (answer.kind === 'refused' && (answer.status === 401 || answer.code === 'INVALID_ZULIP_SERVER')) {
    const advice =
      'Set PARLEY_PUSH_RELAY_ORG_ID and PARLEY_PUSH_RELAY_ORG_KEY to what the relay gave out for this server.';
    return problem(ABOUT, `${url} does not know our id and key`, advice);
  }
  if (answer.kind === 'refused' && answer.code === 'PUSH_NOTIFICATIONS_DISALLOWED') {
    const advice = 'Look with the operator of the relay why; notifications wait meanwhile, for a day at most.';
    return problem(ABOUT, `${url} knows us, and takes nothing from us at present`, advice);
  }
  // By the relay's rules an empty request is an error, which it reports only after the credentials were accepted.
  if (answer.kind === 'done' || answer.status === 400 || answer.code !== null) return ok(ABOUT, `${url} answers`);
  return problem(
    ABOUT,
    `${url} answers with status ${answer.status}`,
    'Look whether it is the address of a push relay.',
  );
}

function faultsOf(url: string): Finding[] {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return [];
  const advice = 'Give the relay a certificate, and say https:// in PARLEY_PUSH_RELAY_URL.';
  return [warning(ABOUT, 'our key travels to it without encryption', advice)];
}
