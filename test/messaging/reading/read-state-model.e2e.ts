import fc from 'fast-check';
import { everyOtherKept } from '../../support/every-other-kept';
import { Answers } from '../../support/read-state-answers';
import { ReadStateStage } from '../../support/read-state-stage';
import { World } from '../../support/world';

/**
 * Compares read state with a row for each recipient, through the services, so that thousands of sequences are possible:
 * `PARLEY_PROPERTY_RUNS=5000 PARLEY_PROPERTY_SEED=7 npm test -- --testPathPatterns read-state-model`.
 */
describe('derived read state with concurrent moves, deletions and sends', () => {
  const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? 75);
  const SEED = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_121);
  const KINDS = ['public', 'shared', 'protected'] as const;
  const TOPICS = ['one', 'two'];
  const PEOPLE = 4;
  const CHANNELS = 3;
  everyOtherKept();
  let world: World;
  let stage: ReadStateStage;

  beforeAll(async () => {
    world = await World.start();
    stage = await ReadStateStage.set(world, ['ana', 'ben', 'cleo'], ['alpha', 'beta', 'gamma']);
  });
  afterAll(() => world.stop());

  const user = fc.nat({ max: PEOPLE - 1 });
  /** Without the owner, who moves and deletes. */
  const other = fc.integer({ min: 1, max: PEOPLE - 1 });
  const channel = fc.nat({ max: CHANNELS - 1 });
  const topic = fc.constantFrom(...TOPICS);
  /** Few, so that operations affect the same ones. */
  const ids = fc.array(fc.nat({ max: 14 }), { minLength: 1, maxLength: 5 });
  const does = <D extends string, S extends object>(
    weight: number,
    name: D,
    rest: { [K in keyof S]: fc.Arbitrary<S[K]> },
  ) => ({ weight, arbitrary: fc.record(rest).map((step) => ({ ...(step as S), does: name })) });

  const sending = {
    user,
    own: fc.boolean(),
    mention: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, user, fc.constant('all' as const)),
    isPending: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.constant(true)),
  };
  const operation = fc.oneof(
    does(9, 'send', { ...sending, channel, topic }),
    does(3, 'direct', { ...sending, to: user }),
    does(4, 'settle', {
      index: fc.nat(5),
      isCommitted: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    does(3, 'flag', { user, what: fc.constant('read' as const), ids }),
    does(4, 'flag', { user, what: fc.constantFrom('unread' as const, 'star' as const, 'unstar' as const), ids }),
    does(2, 'readAll', { user }),
    does(1, 'readChannel', { user, channel, topic: fc.option(topic) }),
    does(1, 'compact', { user }),
    does(3, 'join', { other, channel }),
    does(3, 'leave', { other, channel }),
    does(6, 'move', { ids, channel, topic }),
    does(1, 'remove', { ids }),
    does(2, 'change', { channel, kind: fc.constantFrom(...KINDS) }),
    does(1, 'deactivate', { other }),
    does(2, 'reactivate', { other }),
    does(1, 'mute', { user, sender: user }),
    does(1, 'unmute', { user, sender: user }),
    does(1, 'jump', { beforeBorder: fc.nat(6) }),
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  const beginning = fc.record({
    channels: fc.array(
      fc.record({ kind: fc.constantFrom(...KINDS), members: fc.uniqueArray(other, { maxLength: 3 }) }),
      {
        minLength: CHANNELS,
        maxLength: CHANNELS,
      },
    ),
    beforeBorder: fc.nat(40),
  });
  const look = fc.record({
    narrow: fc.nat(11),
    channel,
    topic,
    anchor: fc.nat(30),
    before: fc.nat(4),
    after: fc.nat(4),
  });

  const idOf = (index: number): number => stage.userIds[index];
  const channelOf = (index: number): number => stage.channelIds[index];
  const pick = (numbers: readonly number[]): number[] =>
    stage.ids.length === 0 ? [] : [...new Set(numbers.map((n) => stage.ids[n % stage.ids.length]))];

  async function perform(step: Operation): Promise<void> {
    if ('user' in step && !stage.model.isActive(idOf(step.user))) return;
    switch (step.does) {
      case 'send':
      case 'direct': {
        const { own: isReadBySender, isPending } = step;
        const mention = typeof step.mention === 'number' ? idOf(step.mention) : step.mention;
        if (step.does === 'direct') {
          const text = { channelId: null, to: idOf(step.to), topic: '', isReadBySender, mention: null };
          return stage.send(idOf(step.user), text, isPending);
        }
        const channelId = channelOf(step.channel);
        const { kind, members } = stage.model.channels.get(stage.at(channelId))!;
        const sender = kind === 'public' || members.has(idOf(step.user)) ? idOf(step.user) : idOf(0);
        return stage.send(sender, { channelId, to: 0, topic: step.topic, isReadBySender, mention }, isPending);
      }
      case 'settle':
        return stage.settle(step.index, step.isCommitted);
      case 'flag':
        return stage.flag(idOf(step.user), step.what, pick(step.ids));
      case 'readAll':
        return stage.readAll(idOf(step.user));
      case 'readChannel':
        return stage.readChannel(idOf(step.user), channelOf(step.channel), step.topic);
      case 'compact':
        return stage.compact(idOf(step.user));
      case 'join':
        return stage.join(idOf(step.other), channelOf(step.channel));
      case 'leave':
        return stage.leave(idOf(step.other), channelOf(step.channel));
      case 'move':
        return stage.move(pick(step.ids), channelOf(step.channel), step.topic);
      case 'remove':
        return stage.remove(pick(step.ids).slice(0, 2));
      case 'change':
        return stage.change(channelOf(step.channel), step.kind);
      case 'deactivate':
        return stage.deactivate(idOf(step.other));
      case 'reactivate':
        return stage.reactivate(idOf(step.other));
      case 'mute':
        return stage.mute(idOf(step.user), idOf(step.sender));
      case 'unmute':
        return stage.unmute(idOf(step.user), idOf(step.sender));
      case 'jump':
        return stage.jump(step.beforeBorder);
    }
  }

  it('equals a row for each recipient', async () => {
    let sequences = 0;
    const property = fc.asyncProperty(
      beginning,
      fc.array(operation, { minLength: 15, maxLength: 45, size: 'max' }),
      look,
      async ({ channels, beforeBorder }, operations, { channel, ...where }) => {
        sequences++;
        const members = (indices: readonly number[]) => [idOf(0), ...indices.map(idOf)];
        await stage.begin(
          channels.map((one) => ({ ...one, members: members(one.members) })),
          beforeBorder,
        );
        try {
          for (const step of operations) await perform(step);
          const answers = stage.userIds.map(
            (id) => new Answers(stage, id, { ...where, channelId: channelOf(channel) }),
          );
          // Once during sends, and once more after all of them.
          await Promise.all(
            answers.map(async (one) => agree(await one.standings(), await one.unread(), await one.narrows())),
          );
          await stage.end();
          await Promise.all(answers.map(async (one) => agree(await one.unread())));
        } finally {
          await stage.end();
        }
      },
    );
    const report = await fc.check(property, {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: !process.env.PARLEY_PROPERTY_SHRINK,
    });
    if (!report.failed) return;
    const message = `Sequence ${sequences}: ${fc.defaultReportMessage(report)}`;
    throw new Error(message, { cause: report.errorInstance });
  }, 3_600_000);
});

function agree(...pairs: readonly (readonly [actual: unknown, expected: unknown])[]): void {
  for (const [actual, expected] of pairs) expect(actual).toEqual(expected);
}
