import type { ChannelId, UserId } from '@app/kernel';
import { lastEditedAt, lastMovedAt, shownEdits, StoredEdit, versionsOf } from './edit-history';

const userId = 7 as UserId;
const channel = (id: number) => id as ChannelId;
const edit = (at: number, what: Partial<StoredEdit>): StoredEdit => ({ userId, at, ...what });
const EDITS = [
  edit(4, { prevTopic: 'b', topic: '✔ b' }),
  edit(3, { prevChannelId: channel(1), channelId: channel(2), prevTopic: 'a', topic: 'b' }),
  edit(2, { prevContent: 'x', prevHtml: '<p>x</p>', prevTopic: '', topic: 'a' }),
];
const view = { visibility: 'all', channelId: channel(2), knows: () => true } as const;

describe('the edit history of a message', () => {
  it('gives the last edit and the last move; resolving is not a move', () => {
    expect([lastEditedAt(EDITS), lastMovedAt(EDITS)]).toEqual([2, 3]);
    expect([lastEditedAt([EDITS[0]]), lastMovedAt([EDITS[0]])]).toEqual([undefined, undefined]);
  });

  it('is shown completely', () => expect(shownEdits(EDITS, view)).toEqual(EDITS));

  it('is shown without texts if only moves are visible', () => {
    expect(shownEdits(EDITS, { ...view, visibility: 'moves' })[2]).toEqual(edit(2, { prevTopic: '', topic: 'a' }));
    expect(shownEdits([edit(2, { prevContent: 'x', prevHtml: '' })], { ...view, visibility: 'moves' })).toEqual([]);
  });

  it('is shown without unknown places and their topics', () => {
    const shown = shownEdits(EDITS, { ...view, knows: (id) => id === 2 });
    expect(shown).toEqual([EDITS[0], edit(2, { prevContent: 'x', prevHtml: '<p>x</p>' })]);
  });

  it('has one version more than edits', () => {
    const now = { senderId: 9 as UserId, sentAt: 1, topic: '✔ b', content: 'y', html: '<p>y</p>' };
    expect(versionsOf(now, EDITS).map(({ at, userId: by, topic, content }) => [at, by, topic, content])).toEqual([
      [1, 9, '', 'x'],
      [2, 7, 'a', 'y'],
      [3, 7, 'b', 'y'],
      [4, 7, '✔ b', 'y'],
    ]);
  });
});
