import { notSent } from './scheduled-text';

it('the text about a message that was not sent quotes the reason', () => {
  expect(notSent(1_700_000_000, 'Because.')).toBe(
    'A message that you scheduled for <time:2023-11-14T22:13:20.000Z> was not sent:\n\n' +
      '``` quote\nBecause.\n```\n\n[See your scheduled messages](#scheduled)',
  );
});
