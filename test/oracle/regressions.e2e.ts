import { Notices } from './notices';
import { report } from './findings';
import { Plan, planOf } from './plan';
import { play } from './sequence';
import { Theatre } from './theatre';

/** A sequence from its first step up to one. */
const upTo = (seed: number, last: number): Plan => planOf(seed, { length: last + 1, looks: 'all' });

/**
 * Sequences that have found something, with the steps that matter: the line that a report ends with belongs here. A step
 * is what its seed and number make of it: where actions are added or weighed anew, the seeds mean other sequences.
 */
const FOUND: readonly (readonly [string, Plan])[] = [
  // With a mechanism broken on purpose: these are the first that saw it.
  ['a guest who has left a public channel knows nothing of it', upTo(1, 5)],
  ['no narrow finds the direct messages of others', upTo(3, 3)],
  ['a direct message is for those alone who are in the conversation', upTo(2, 18)],
  ['an archived private channel is as hidden as before', upTo(5, 14)],
  // Guests who see only whom they know: addresses came as a guest sees them when one of them got a higher role.
  ['whoever is no guest any more sees addresses by his new role', { ...upTo(15, 22), steps: [22] }],
  // Moved together: of those that somebody had not before, only whoever had none of them was told.
  ['whoever had some of the messages that move to him is told of the others, too', upTo(4, 34)],
];

describe('what the oracle has found before', () => {
  let notices: Notices;
  let theatre: Theatre;
  beforeAll(async () => {
    notices = await Notices.start();
    theatre = await Theatre.raise(notices);
  });
  afterAll(async () => {
    await theatre.close();
    await notices.stop();
  });

  it.each(FOUND)('%s', async (_, plan) => {
    const found = await play(theatre, plan);
    expect(found === null ? '' : report(found)).toBe('');
  });
});
