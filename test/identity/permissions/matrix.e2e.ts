import { OPERATIONS, Trials } from '../../support/matrix/operations';
import { Cell, Kind, RULES, Who } from '../../support/matrix/rules';
import { KINDS, MatrixStage, PEOPLE } from '../../support/matrix/stage';

/** In all other respects such a channel is like others. */
const OF_ANNOUNCING = ['show', 'read messages', 'post', 'change a group setting'];

/** What administrators ask in advance about these operations. */
const QUESTIONS: Readonly<Record<string, string>> = {
  show: 'see',
  'read messages': 'read',
  'read topics': 'read',
  post: 'post',
  describe: 'administer',
  'change privacy': 'change-access',
  'subscribe another': 'add-subscribers',
  'unsubscribe another': 'remove-subscribers',
  'subscribe oneself': 'subscribe',
};

/** How many users send requests at once. */
const AT_ONCE = 4;

const title = ({ kind, isSubscribed }: { kind: Kind; isSubscribed: boolean }): string =>
  `${kind.name}, ${isSubscribed ? 'subscribed' : 'not subscribed'}`;

/**
 * Tries every operation for every role on every kind of channel, and compares the outcomes with `RULES` and with what
 * the server explained before.
 */
describe('the permission matrix', () => {
  let stage: MatrixStage;
  const trials = new Map<string, Trials>();
  beforeAll(async () => {
    stage = await MatrixStage.set();
    for (const who of PEOPLE) trials.set(who.name, new Trials(stage.personOf(who), stage.setting));
  });
  afterAll(() => stage.world.stop());

  it('has a rule for each operation', () => {
    expect(OPERATIONS.map(({ name }) => name).sort()).toEqual(Object.keys(RULES).sort());
  });

  const cases = KINDS.flatMap((kind) => [true, false].map((isSubscribed) => ({ kind, isSubscribed })));
  it.each(cases.map((one): [string, (typeof cases)[0]] => [title(one), one]))(
    'holds for all users: %s',
    async (_, { kind, isSubscribed }) => {
      const people = [...PEOPLE];
      const wrong: string[] = [];
      const work = async () => {
        for (let who = people.shift(); who; who = people.shift()) wrong.push(...(await tried(who, kind, isSubscribed)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(wrong).toEqual([]);
    },
  );

  /** The operations with an unexpected outcome. */
  async function tried(who: Who, kind: Kind, isSubscribed: boolean): Promise<string[]> {
    const cell: Cell = { who, kind, isSubscribed };
    const aim = stage.aimOf(kind, who, isSubscribed);
    const wrong: string[] = [];
    for (const operation of OPERATIONS) {
      if (kind.isAnnouncing && !OF_ANNOUNCING.includes(operation.name)) continue;
      const expected = [RULES[operation.name](cell)].flat();
      const { [operation.name]: question } = QUESTIONS;
      const isExplained = question === undefined ? null : await stage.explained(who, question, aim.id);
      const outcome = await trials.get(who.name)!.outcome(operation, aim, isSubscribed);
      if (isExplained !== null && isExplained !== outcome.startsWith('ok'))
        wrong.push(`${question} by ${who.name}: ${outcome}, and explained as ${isExplained}`);
      if (operation.name === 'rename' && outcome === 'ok') aim.name = `${aim.name} renamed`;
      if (!expected.includes(outcome)) {
        wrong.push(`${operation.name} by ${who.name}: ${outcome} instead of ${expected.join(' or ')}`);
      }
    }
    return wrong;
  }
});
