import { render } from '@app/markdown';
import * as fc from 'fast-check';
import { say } from './notice-text';

const ana = { id: 7, name: 'Ana Example' };
const references = {
  users: [{ id: 7, fullName: 'Ana Example', isActive: true }],
  groups: [],
  channels: [{ id: 3, name: 'plans' }],
};
const PRIVATE = { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: false };

describe('texts of the notification bot', () => {
  it('name the acting user without a notification', () => {
    const { html, mentionedUserIds } = render(say.archived(ana), references);
    expect(html).toContain('<span class="user-mention silent" data-user-id="7">Ana Example</span>');
    expect(mentionedUserIds).toEqual([]);
  });

  it('link to channels', () => {
    expect(render(say.subscribed(ana, ['plans']), references).html).toContain('data-stream-id="3"');
    expect(render(say.channelsAnnounced(ana, ['plans', 'ideas']), references).html).toContain('new channels');
  });

  it('write out a name that would form another link', () => {
    const { html } = render(say.subscribed(ana, ['plans>secret']), references);
    expect(html).toContain('<code>#plans&gt;secret</code>');
    expect(html).not.toContain('data-stream-id');
  });

  it('list several channels', () => {
    expect(render(say.subscribed(ana, ['plans', 'ideas']), references).html.match(/<li>/g)).toHaveLength(2);
  });

  it('describe the privacy of a channel', () => {
    expect(say.channelCreated(ana, PRIVATE, '')).toContain('private with protected history');
    expect(say.opened(ana, PRIVATE, { ...PRIVATE, historyPublicToSubscribers: true })).toContain('shared history');
    expect(
      say.opened(ana, PRIVATE, { isPrivate: false, isWebPublic: true, historyPublicToSubscribers: true }),
    ).toContain('web-public');
  });

  it.each([
    [null, 'as long as in all of the organization (for ever)'],
    [-1, 'for ever'],
    [1, 'for 1 day'],
    [30, 'for 30 days'],
  ])('describe the retention: %s', (days, words) => {
    expect(say.kept(ana, 5, days, -1)).toContain(`Now: ${words}`);
  });

  it('list the users of a permission', () => {
    expect(say.holders([], [], 0)).toBe('nobody');
    expect(say.holders(['team'], [ana], 2)).toBe('`team`, @_**Ana Example|7**, 2 others');
  });

  it('keep descriptions inside their quote, so that they mention no user', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '````',
      ' quote',
      '@**all**',
      '@**Ana Example|7**',
      '@**topic**',
      'x',
      ' ',
      '~~~',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (one, other) => {
        const rendered = render(say.described(ana, one.join(''), other.join('')), references);
        expect(rendered).toMatchObject({ mentionedUserIds: [], mentionsChannel: false, mentionsTopic: false });
      }),
    );
  });
});
