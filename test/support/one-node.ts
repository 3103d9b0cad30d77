import { basename } from 'node:path';

/**
 * Files that require one node, with the reason: they count statements of a node, or read its memory. Where
 * `PARLEY_TEST_NODES` is larger, their worlds still have one; they start further nodes themselves.
 */
const OF_ONE_NODE: ReadonlyMap<string, string> = new Map([
  ['channel-costs.e2e.ts', 'counts statements'],
  ['credentials.e2e.ts', 'counts password checks, and holds one up'],
  ['event-ids.e2e.ts', 'sets the heartbeats of a node, and takes a queue out of its memory'],
  ['event-order.e2e.ts', 'waits for the looks at the log of one reader'],
  ['events.e2e.ts', 'counts statements of polls, and looks for a waiting one'],
  ['link-previews.e2e.ts', 'leads the way out of a node elsewhere'],
  ['mailed-links.e2e.ts', 'compares statements'],
  ['malformed-requests.e2e.ts', 'speaks with a node as it is on the wire'],
  ['notifications.e2e.ts', 'counts statements of sends'],
  ['external-pictures.e2e.ts', 'leads the way out of a node elsewhere'],
  ['invites-of-hidden-addresses.e2e.ts', 'compares statements'],
  ['online-cost.e2e.ts', 'counts statements'],
  ['request-costs.e2e.ts', 'counts statements'],
  ['cache-costs.e2e.ts', 'counts statements'],
  ['protocol.e2e.ts', 'speaks with a node as it is on the wire'],
  ['rerendering.e2e.ts', 'holds up a rendering'],
  ['send-cost.e2e.ts', 'counts statements'],
  ['server-made-requests.e2e.ts', 'leads the way out of a node elsewhere'],
  ['slow-readers.e2e.ts', 'measures what a node keeps'],
  ['subscription-cost.e2e.ts', 'counts statements'],
  ['wide-queues.e2e.ts', 'takes a queue out of the memory of a node'],
]);

/** How many nodes a world of the running test file has by default. */
export function usualNodes(): number {
  const wanted = Number(process.env.PARLEY_TEST_NODES ?? 1);
  if (wanted === 1 || typeof expect === 'undefined') return wanted;
  return OF_ONE_NODE.has(basename(expect.getState().testPath ?? '')) ? 1 : wanted;
}
