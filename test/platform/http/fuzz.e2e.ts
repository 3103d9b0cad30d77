import { Agenda, Attempt, hostileAttempt, sensibleAttempt } from '../../support/fuzz/attempt';
import { faultOf } from '../../support/fuzz/judge';
import { Random } from '../../support/fuzz/random';
import { Actor, Stage } from '../../support/fuzz/stage';
import { OpenApi, Target, TargetParameter, targetsOf } from '../../support/fuzz/target';
import { hangUp, Outcome, send } from '../../support/fuzz/wire';

const REQUESTS = Number(process.env.PARLEY_FUZZ_REQUESTS ?? 1_500);
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? 1);
/** After so many requests the data is repaired, and the users with secrets do some work. */
const ACT_EACH = 50;
/** With so many requests each operation succeeds at least once, or the fuzzer has no valid target there. */
const MANY = 10_000;
const MAX_FAULTS = 20;
const HEAD_START_MS = 300_000;
const MS_PER_REQUEST = 200;

/** A success of these ends the caller's access: the data is repaired at once. */
const LAST_WORDS: readonly string[] = [
  'DELETE /api/v1/users/me',
  'POST /api/v1/realm/deactivate',
  'POST /api/v1/users/me/api_key/regenerate',
  'DELETE /api/v1/users/me/api_keys/{key_id}',
  'DELETE /api/v1/users/{user_id}/api_keys/{key_id}',
];

/** These refuse valid requests too, and how. */
const NEVER_DONE: Readonly<Record<string, string>> = {
  'POST /api/v1/test_mail':
    'No mail server is set: mails are kept on the server, where `parley mails` shows them. PARLEY_SMTP_URL names a mail server.',
};

/** Members and owners get furthest, so most requests are theirs. */
const WHO: readonly Actor[] = ['owner', 'owner', 'owner', 'member', 'member', 'member', 'guest', 'guest', 'nobody'];

describe('hostile requests', () => {
  let stage: Stage;
  let targets: Target[];
  beforeAll(async () => {
    stage = await Stage.set();
    targets = targetsOf((await (await fetch(`${stage.world.url}/api/openapi.json`)).json()) as OpenApi);
  }, HEAD_START_MS);
  afterAll(async () => {
    hangUp();
    await stage.stop();
  });

  /** The error in the answer to a request; `null`: none. */
  async function tried(attempt: Attempt): Promise<{ outcome: Outcome; isDone: boolean; fault: string | null }> {
    const outcome = await send(stage.world.url, attempt);
    const isDone = typeof outcome === 'object' && 'status' in outcome && outcome.status === 200;
    return { outcome, isDone, fault: faultOf(stage, stage.world.contract, attempt, outcome) };
  }

  it(
    'have valid targets: each operation accepts a valid request',
    async () => {
      const random = new Random(SEED);
      const refused: string[] = [];
      let isTouched = true;
      for (const target of targets) {
        if (isTouched) await stage.restore();
        isTouched = target.method !== 'GET';
        const attempt = sensibleAttempt({ stage, random, target, actor: 'owner' });
        const { outcome, isDone, fault } = await tried(attempt);
        const isAsFarAsItGets = isDone || isKnownRefusal(target, outcome);
        if (fault || !isAsFarAsItGets) refused.push(`${target.name}: ${fault ?? JSON.stringify(outcome)}`);
      }
      expect(refused).toEqual([]);
    },
    HEAD_START_MS,
  );

  it(
    `break neither the server nor its contract, and read no secret (${REQUESTS} with seed ${SEED})`,
    async () => {
      const random = new Random(SEED);
      const faults = new Map<string, string>();
      const agenda: Agenda = new Map();
      const unmoved = new Set(targets.map(({ name }) => name).filter((name) => !(name in NEVER_DONE)));
      let plan: [Target, TargetParameter | null][] = [];
      for (let number = 1; number <= REQUESTS && faults.size < MAX_FAULTS; number++) {
        if (plan.length === 0) plan = random.shuffled(aims(targets));
        if (number % ACT_EACH === 0) await stage.restore();
        if (number % ACT_EACH === 0) await stage.act();
        const [target, focus] = plan.pop()!;
        const attempt = hostileAttempt({ stage, random, target, actor: random.pick(WHO) }, focus, agenda);
        const { fault, isDone } = await tried(attempt);
        if (isDone) unmoved.delete(target.name);
        if (isDone && LAST_WORDS.includes(target.name)) await stage.restore();
        if (fault) faults.set(`${target.name}: ${fault.slice(0, 80)}`, report(number, attempt, fault));
      }
      expect([...faults.values()].join('\n\n')).toBe('');
      if (REQUESTS >= MANY) expect([...unmoved]).toEqual([]);
      await stage.assertHealthy();
    },
    HEAD_START_MS + REQUESTS * MS_PER_REQUEST,
  );
});

const isKnownRefusal = ({ name }: Target, outcome: Outcome): boolean =>
  typeof outcome === 'object' && 'text' in outcome && outcome.text.includes(`"msg":"${NEVER_DONE[name]}"`);

/** Each parameter of each operation, and once more each operation as a whole. */
const aims = (targets: readonly Target[]): [Target, TargetParameter | null][] =>
  targets.flatMap((target) =>
    [null, ...target.parameters].map((focus): [Target, TargetParameter | null] => [target, focus]),
  );

/** Enough to repeat the case. */
function report(number: number, { target, actor, method, path, headers, body }: Attempt, fault: string): string {
  const cut = (text: string) => (text.length > 1_500 ? `${text.slice(0, 1_500)}... (${text.length})` : text);
  return [
    `${target.name}, request ${number} by ${actor}: ${fault}`,
    `  again: npm run test:fuzz -- --seed ${SEED} --requests ${number}`,
    `  ${method} ${cut(path)}`,
    `  ${cut(JSON.stringify(headers))}`,
    ...(body ? [`  ${cut(JSON.stringify(body.toString('latin1')))}`] : []),
  ].join('\n');
}
