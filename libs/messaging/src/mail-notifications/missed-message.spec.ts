import { PlaceSettings, notificationChoices, REASON, Reason, Settings, UNDIVIDED, wants, Way } from './missed-message';
import { hashPart, placeInWords, timeInWords, withoutSpoilers } from './missed-mail';
import { VISIBILITY } from '../user-topics/user-topic';

const DEFAULTS: Settings = {
  enable_offline_email_notifications: true,
  enable_stream_email_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_stream_push_notifications: false,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

/** The prefixes of the settings of each way. */
const NAMES = { mail: 'email', push: 'push' } as const;

describe.each<Way>(['mail', 'push'])('wants, by %s,', (way) => {
  const setting = (name: string, value: boolean) => ({ [name.replace('WAY', NAMES[way])]: value });
  const isWanted = (reason: Reason, hearing: Partial<PlaceSettings> = {}, settings: Partial<Settings> = {}) =>
    wants(reason, notificationChoices(way, { ...DEFAULTS, ...settings }), { ...UNDIVIDED, ...hearing });
  const muted = { visibility: VISIBILITY.muted };

  it('by default includes messages addressed to the user, and not whole channels', () => {
    expect(Object.values(REASON).map((reason) => isWanted(reason))).toEqual([true, true, true, true, false, false]);
  });

  it('includes mentions everywhere, and wildcard mentions where the user follows', () => {
    expect(isWanted(REASON.mentioned, muted)).toBe(true);
    expect(isWanted(REASON.channelWildcard, muted)).toBe(false);
    expect(isWanted(REASON.channelWildcard, { isChannelMuted: true })).toBe(false);
    expect(isWanted(REASON.channelWildcard, { isChannelMuted: true, visibility: VISIBILITY.unmuted })).toBe(true);
  });

  it("prefers the subscription's setting to the user's", () => {
    const all = setting('enable_stream_WAY_notifications', true);
    expect(isWanted(REASON.channel, { notifications: true })).toBe(true);
    expect(isWanted(REASON.channel, { notifications: false }, all)).toBe(false);
    expect(isWanted(REASON.channel, {}, all)).toBe(true);
    expect(isWanted(REASON.channelWildcard, { wildcardMentionsNotify: false })).toBe(false);
    const followed = { wildcardMentionsNotify: false, visibility: VISIBILITY.followed };
    expect(isWanted(REASON.channelWildcard, followed)).toBe(true);
  });

  it('includes followed topics as long as they are followed', () => {
    expect(isWanted(REASON.followed, { visibility: VISIBILITY.followed })).toBe(true);
    expect(isWanted(REASON.followed)).toBe(false);
    const off = setting('enable_followed_topic_WAY_notifications', false);
    expect(isWanted(REASON.followed, { visibility: VISIBILITY.followed }, off)).toBe(false);
  });

  it('excludes addressed messages if the user does not want them', () => {
    const off = setting('enable_offline_WAY_notifications', false);
    for (const reason of [REASON.direct, REASON.mentioned, REASON.topicWildcard, REASON.channelWildcard])
      expect(isWanted(reason, {}, off)).toBe(false);
  });
});

describe('a mail about missed messages', () => {
  it('names their place', () => {
    const others = ['Ana', 'Bo', 'Cy', 'Di', 'Eva'].map((name, at) => ({ id: at as never, name }));
    expect(placeInWords({ kind: 'channel', channel: 'plans', topic: 'lunch' })).toBe('#plans > lunch');
    expect(placeInWords({ kind: 'direct', others: others.slice(0, 1) })).toBe('Direct messages with Ana');
    expect(placeInWords({ kind: 'direct', others: others.slice(0, 2) })).toBe('Group direct messages with Ana, Bo');
    expect(placeInWords({ kind: 'direct', others })).toBe('Group direct messages with Ana, Bo, Cy and 2 others');
    expect(placeInWords({ kind: 'direct', others: [] })).toBe('Messages to yourself');
  });

  it('leaves out the content of spoilers', () => {
    const text = withoutSpoilers(
      'a\n```spoiler The end\nsecret\n```\nb\n~~~ spoiler\nother secret\n~~~\nc\n```spoiler\nunclosed secret',
    );
    expect(text).not.toContain('secret');
    expect(text).toMatch(/^a\nThe end .*\nb\nSpoiler .*\nc\nSpoiler /);
    expect(withoutSpoilers('```js\nspoiler\n```')).toBe('```js\nspoiler\n```');
  });

  it("has links in the clients' format", () => {
    expect(hashPart('lunch at 12.30?')).toBe('lunch.20at.2012.2E30.3F');
  });

  it("shows the time in the reader's time zone", () => {
    expect(timeInWords(1_700_000_000, 'Europe/Berlin')).toMatch(/Nov 14, 2023.*11:13/);
    expect(timeInWords(1_700_000_000, '')).toMatch(/10:13.*UTC$/);
    expect(timeInWords(1_700_000_000, 'Nowhere/At all')).toMatch(/UTC$/);
  });
});
