const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longer than half a minute by itself. Begun last, it would keep one core busy while the other has nothing to do. */
const LONGEST = [
  'oracle/oracle',
  'oracle/alarm',
  'platform/mail/',
  'platform/http/fuzz',
  'identity/permissions/matrix',
  'scale/kill',
  'process/',
  'messaging/reading/read-state-model',
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
