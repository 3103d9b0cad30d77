import fc from 'fast-check';
import { TopicHasInvalidCharacter, TopicIsRequired, TopicsAreNotAllowed } from '../errors';
import {
  assertTopicIsAllowed,
  MAX_TOPIC_LENGTH,
  normaliseNewTopic,
  normaliseTopic,
  resolutionOf,
  ruledTopic,
} from './topic';

const NAME = 'general chat';
const normalise = (written: string) => normaliseTopic(written, NAME);

describe('a topic', () => {
  it.each([
    [' lunch ', 'lunch'],
    ['', ''],
    ['(no topic)', ''],
    [' general chat ', ''],
    ['General chat', 'General chat'],
    ['(NO TOPIC)', '(NO TOPIC)'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(57)}...`],
    ['\u{1f600}'.repeat(61), `${'\u{1f600}'.repeat(57)}...`],
  ])('%j is stored as %j', (written, stored) => {
    expect(normalise(written)).toBe(stored);
  });

  it.each([
    ['\0', 1],
    ['ab\u0007c', 3],
    ['\u{1f600}\u0085', 2],
    ['a\ud800b', 2],
    ['\ufdd0', 1],
    ['\ufdef', 1],
    ['\u{1fffe}', 1],
    ['\u{10ffff}', 1],
  ])('%j is refused for the character at %i', (written, position) => {
    expect(() => normalise(`x${written}x`)).toThrow(new TopicHasInvalidCharacter(position + 1));
  });

  it('has at most 60 code points and no invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (written) => {
        try {
          const stored = normalise(written);
          expect(Array.from(stored).length).toBeLessThanOrEqual(MAX_TOPIC_LENGTH);
          expect(stored).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        } catch (error) {
          expect(error).toBeInstanceOf(TopicHasInvalidCharacter);
        }
      }),
    );
  });

  it.each([
    ['inherit', 'allow_empty_topic', '', null],
    ['inherit', 'disable_empty_topic', '', TopicIsRequired],
    ['inherit', 'disable_empty_topic', 'x', null],
    ['allow_empty_topic', 'disable_empty_topic', '', null],
    ['disable_empty_topic', 'allow_empty_topic', '', TopicIsRequired],
    ['empty_topic_only', 'allow_empty_topic', 'x', TopicsAreNotAllowed],
    ['empty_topic_only', 'disable_empty_topic', '', null],
  ] as const)('under the policies %s and %s: %j', (channel, organization, topic, fault) => {
    const check = () => assertTopicIsAllowed(topic, { channel, organization }, NAME);
    if (fault) expect(check).toThrow(fault);
    else expect(check).not.toThrow();
  });
});

describe('the target topic of a move', () => {
  it.each([
    [' (no topic) ', '(no topic)', ''],
    [' general chat ', '', ''],
    [' lunch ', 'lunch', 'lunch'],
  ])('%j is stored as %j, and counts as %j', (written, stored, ruled) => {
    expect(normaliseNewTopic(written, NAME)).toBe(stored);
    expect(ruledTopic(stored)).toBe(ruled);
  });

  it.each([
    ['roof', '✔ roof', 'resolved'],
    ['✔ roof', 'roof', 'unresolved'],
    ['roof', '✔ Roof', null],
    ['✔ roof', 'cellar', null],
    ['✔ roof', '✔ cellar', null],
    ['roof', 'cellar', null],
    ['', '✔ ', 'resolved'],
    ['✔ ', '', null],
    ['x'.repeat(59), `✔ ${'x'.repeat(55)}...`, 'resolved'],
    ['x'.repeat(59), `✔ ${'x'.repeat(58)}`, 'resolved'],
  ] as const)('from %j to %j: %s', (before, after, resolution) => {
    expect(resolutionOf(before, after)).toBe(resolution);
  });
});
