import { MAX_MESSAGE_LENGTH } from '../content';
import { reminder, reminderToCome, ReferencedMessage } from './reminder-text';

const message: ReferencedMessage = {
  id: 77,
  content: 'The roof leaks',
  sender: { id: 4, name: 'Ben' },
  channel: { id: 3, name: 'plans', topic: 'roof' },
  participantIds: [],
};

describe('the text of a reminder', () => {
  it('names message, author and note, and quotes nothing before its time', () => {
    const text = reminderToCome(message, 'call them');
    expect(text).toContain('#**plans>roof@77** by @_**Ben|4**');
    expect(text).toContain('``` quote\ncall them\n```');
    expect(text).not.toContain('leaks');
    expect(reminder(message, '')).toContain('``` quote\nThe roof leaks\n```');
  });

  it('links to the message if its names cannot be part of a link', () => {
    const text = reminderToCome({ ...message, channel: { id: 3, name: 'a*b', topic: 'x' } }, '');
    expect(text).toContain('(#narrow/channel/3-a.2Ab/topic/x/near/77)');
    const direct = { ...message, channel: null, sender: null, participantIds: [4, 9] };
    expect(reminderToCome(direct, '')).toBe(
      'You asked to be reminded of [a direct message](#narrow/dm/4,9-dm/near/77).',
    );
  });

  it('reveals nothing about a deleted message', () => {
    expect(reminder(null, '')).toBe('You asked to be reminded of a message that is not there any more.');
  });

  it('fits with the longest message and note, whose fences do not close its own', () => {
    const text = reminder({ ...message, content: '`'.repeat(20) + 'x'.repeat(MAX_MESSAGE_LENGTH) }, 'n'.repeat(1_000));
    expect(text.length).toBeLessThan(MAX_MESSAGE_LENGTH);
    expect(text).toContain(`${'`'.repeat(21)} quote\n`);
    expect(text).toContain('[message truncated]\n');
  });
});
