const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longer than half a minute by itself. Begun last, it would keep one core busy while the other has nothing to do. */
const LONGEST = [
  'web/settings-roles',
  'process/start',
  'process/batch-jobs',
  'realtime/queues/event-stream',
  'oracle/',
  'process/hostile-memory',
  'process/upgrade',
  'identity/permissions/matrix',
  'platform/mail/',
  'messaging/reading/read-state-model',
  'platform/http/fuzz',
  'platform/database/pgbouncer',
  'process/',
  'scale/kill',
  'realtime/queues/queue-rebuilds',
  'platform/backup/',
  'mistakes/search',
  'identity/users/names',
  'realtime/event-log/event-epoch',
  'web/',
];

const place = ({ path }) => {
  const at = LONGEST.findIndex((part) => path.includes(`/test/${part}`));
  return at < 0 ? LONGEST.length : at;
};

/** The order of jest, with the longest files first: a fresh clone has no record of how long they take. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => place(one) - place(other));
  }
};
