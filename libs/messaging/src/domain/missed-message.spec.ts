import { Hearing, MailWishes, REASON, Reason, UNDIVIDED, wantsMail } from './missed-message';
import { hashPart, placeInWords, timeInWords, withoutSpoilers } from './missed-mail';
import { VISIBILITY } from './user-topic';

const DEFAULTS: MailWishes = {
  enable_offline_email_notifications: true,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

describe('wantsMail', () => {
  const wants = (reason: Reason, hearing: Partial<Hearing> = {}, wishes: Partial<MailWishes> = {}) =>
    wantsMail(reason, { ...DEFAULTS, ...wishes }, { ...UNDIVIDED, ...hearing });
  const muted = { visibility: VISIBILITY.muted };

  it('is by default for what is addressed to somebody, and not for whole channels', () => {
    expect(Object.values(REASON).map((reason) => wants(reason))).toEqual([true, true, true, true, false, false]);
  });

  it('is for mentions wherever they are, and for wildcards where one listens', () => {
    expect(wants(REASON.mentioned, muted)).toBe(true);
    expect(wants(REASON.channelWildcard, muted)).toBe(false);
    expect(wants(REASON.channelWildcard, { isChannelMuted: true })).toBe(false);
    expect(wants(REASON.channelWildcard, { isChannelMuted: true, visibility: VISIBILITY.unmuted })).toBe(true);
  });

  it('follows the subscription before the settings', () => {
    expect(wants(REASON.channel, { emailNotifications: true })).toBe(true);
    expect(wants(REASON.channel, { emailNotifications: false }, { enable_stream_email_notifications: true })).toBe(
      false,
    );
    expect(wants(REASON.channel, {}, { enable_stream_email_notifications: true })).toBe(true);
    expect(wants(REASON.channelWildcard, { wildcardMentionsNotify: false })).toBe(false);
    expect(wants(REASON.channelWildcard, { wildcardMentionsNotify: false, visibility: VISIBILITY.followed })).toBe(
      true,
    );
  });

  it('is for followed topics as long as they are followed', () => {
    expect(wants(REASON.followed, { visibility: VISIBILITY.followed })).toBe(true);
    expect(wants(REASON.followed)).toBe(false);
    const off = { enable_followed_topic_email_notifications: false };
    expect(wants(REASON.followed, { visibility: VISIBILITY.followed }, off)).toBe(false);
  });

  it('is for nothing addressed to somebody who wants no such mails', () => {
    const off = { enable_offline_email_notifications: false };
    for (const reason of [REASON.direct, REASON.mentioned, REASON.topicWildcard, REASON.channelWildcard])
      expect(wants(reason, {}, off)).toBe(false);
  });
});

describe('a mail about missed messages', () => {
  it('names where they are', () => {
    const others = ['Ana', 'Bo', 'Cy', 'Di', 'Eva'].map((name, at) => ({ id: at as never, name }));
    expect(placeInWords({ kind: 'channel', channel: 'plans', topic: 'lunch' })).toBe('#plans > lunch');
    expect(placeInWords({ kind: 'direct', others: others.slice(0, 1) })).toBe('Direct messages with Ana');
    expect(placeInWords({ kind: 'direct', others: others.slice(0, 2) })).toBe('Group direct messages with Ana, Bo');
    expect(placeInWords({ kind: 'direct', others })).toBe('Group direct messages with Ana, Bo, Cy and 2 others');
    expect(placeInWords({ kind: 'direct', others: [] })).toBe('Messages to yourself');
  });

  it('keeps the inside of spoilers', () => {
    const text = withoutSpoilers(
      'a\n```spoiler The end\nsecret\n```\nb\n~~~ spoiler\nother secret\n~~~\nc\n```spoiler\nunclosed secret',
    );
    expect(text).not.toContain('secret');
    expect(text).toMatch(/^a\nThe end .*\nb\nSpoiler .*\nc\nSpoiler /);
    expect(withoutSpoilers('```js\nspoiler\n```')).toBe('```js\nspoiler\n```');
  });

  it('links as clients read addresses', () => {
    expect(hashPart('lunch at 12.30?')).toBe('lunch.20at.2012.2E30.3F');
  });

  it('says the time where the reader is', () => {
    expect(timeInWords(1_700_000_000, 'Europe/Berlin')).toMatch(/Nov 14, 2023.*11:13/);
    expect(timeInWords(1_700_000_000, '')).toMatch(/10:13.*UTC$/);
    expect(timeInWords(1_700_000_000, 'Nowhere/At all')).toMatch(/UTC$/);
  });
});
