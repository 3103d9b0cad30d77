import { findReferences } from './find-references';
import { render, Rendered } from './renderer';
import { sampleReferences } from './testing/sample-references';

const inline = (source: string): string => render(source, sampleReferences).html.replace(/^<p>(.*)<\/p>$/s, '$1');
const user = (id: number | '*', text: string, more = ''): string =>
  `<span class="user-mention${more}" data-user-id="${id}">${text}</span>`;
const group = (id: number, text: string, more = ''): string =>
  `<span class="user-group-mention${more}" data-user-group-id="${id}">${text}</span>`;
const WILDCARD = ' channel-wildcard-mention';

describe('mentions of users', () => {
  it.each([
    ['a name', '@**Rosa Lind**', user(31, '@Rosa Lind')],
    ['in another case', '@**rosa LIND**', user(31, '@Rosa Lind')],
    ['silently', '@_**Rosa Lind**', user(31, 'Rosa Lind', ' silent')],
    ['name and id', '@**Rosa Lind|31**', user(31, '@Rosa Lind')],
    ['only an id', '@**|31**', user(31, '@Rosa Lind')],
    ['the lowest id of two namesakes', '@**Kim Ode**', user(12, '@Kim Ode')],
    ['a namesake by id', '@**Kim Ode|44**', user(44, '@Kim Ode')],
    ['a name that does not fit the id', '@**Kim Ode|31**', '@<strong>Kim Ode|31</strong>'],
    ['an unknown name', '@**No Such Baker**', '@<strong>No Such Baker</strong>'],
    ['an unknown id', '@**|9999999999**', '@<strong>|9999999999</strong>'],
    ['a deactivated user', '@**Former Baker**', user(60, 'Former Baker', ' silent')],
    ['a name with signs to escape', "@**ben <o'hara> & co**", user(57, "@Ben &lt;O'Hara&gt; &amp; Co")],
    ['in parentheses', '(@**Rosa Lind**)', `(${user(31, '@Rosa Lind')})`],
    ['after an unknown one that runs into it', '@**x @**Rosa Lind**', `@**x ${user(31, '@Rosa Lind')}`],
    ['in bold', '**hi @**Rosa Lind** there**', `<strong>hi ${user(31, '@Rosa Lind')} there</strong>`],
    ['in a word', 'rosa@**Rosa Lind**', 'rosa@<strong>Rosa Lind</strong>'],
    ['in the text of a link', '[hi @**Rosa Lind**](/a)', '<a href="/a">hi @<strong>Rosa Lind</strong></a>'],
    ['over a line end', '@**Rosa\nLind**', '@**Rosa<br>\nLind**'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));
});

describe('mentions of all', () => {
  it.each([
    ['@**all**', user('*', '@all', WILDCARD)],
    ['@**everyone**', user('*', '@everyone', WILDCARD)],
    ['@**channel**', user('*', '@channel', WILDCARD)],
    ['@**stream**', user('*', '@stream', WILDCARD)],
    ['@_**all**', user('*', 'all', `${WILDCARD} silent`)],
    ['@**topic**', '<span class="topic-mention">@topic</span>'],
    ['@_**topic**', '<span class="topic-mention silent">topic</span>'],
  ])('%s', (source, expected) => expect(inline(source)).toBe(expected));
});

describe('mentions of groups', () => {
  it.each([
    ['a name', '@*ovens*', group(5, '@ovens')],
    ['in another case', '@*OVENS*', group(5, '@ovens')],
    ['silently', '@_*ovens*', group(5, 'ovens', ' silent')],
    ['by its description', '@_*role:moderators*', group(6, 'Moderators', ' silent')],
    ['deactivated', '@*nightshift*', group(7, 'nightshift', ' silent')],
    ['unknown', '@*grills*', '@<em>grills</em>'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));
});

describe('links to channels and topics', () => {
  const topic = (path: string, text: string): string =>
    `<a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-daily-bread/topic/${path}">${text}</a>`;

  it.each([
    ['#**daily bread**', '<a class="stream" data-stream-id="3" href="/#narrow/channel/3-daily-bread">#daily bread</a>'],
    [
      '#**café v1.2 (old)**',
      '<a class="stream" data-stream-id="8" href="/#narrow/channel/8-caf.C3.A9-v1.2E2-.28old.29">#café v1.2 (old)</a>',
    ],
    ['#**daily bread>rye & oat?**', topic('rye.20.26.20oat.3F', '#daily bread &gt; rye &amp; oat?')],
    ['#**daily bread>**', topic('', '#daily bread &gt; <em>general chat</em>')],
    [
      '#**daily bread>rye@77**',
      '<a class="message-link" href="/#narrow/channel/3-daily-bread/topic/rye/near/77">#daily bread &gt; rye @ 💬</a>',
    ],
    ['see#**daily bread**', 'see#<strong>daily bread</strong>'],
    ['see#**daily bread>rye**', 'see#<strong>daily bread&gt;rye</strong>'],
    ['#**Daily Bread**', '#<strong>Daily Bread</strong>'],
    ['#**grills>hot**', '#<strong>grills&gt;hot</strong>'],
    ['[see #**daily bread**](/a)', '<a href="/a">see #<strong>daily bread</strong></a>'],
  ])('%s', (source, expected) => expect(inline(source)).toBe(expected));
});

describe('mentioned users', () => {
  const tells = (source: string): Partial<Rendered> => {
    const { mentionedUserIds, mentionedGroupIds, mentionsChannel, mentionsTopic } = render(source, sampleReferences);
    return { mentionedUserIds, mentionedGroupIds, mentionsChannel, mentionsTopic };
  };
  const none = { mentionedUserIds: [], mentionedGroupIds: [], mentionsChannel: false, mentionsTopic: false };

  it('are listed once each, ascending', () => {
    expect(tells('@**Rosa Lind** @**Kim Ode** @**|31**\n\n- @*ovens* @*role:moderators* @*ovens*')).toEqual({
      ...none,
      mentionedUserIds: [12, 31],
      mentionedGroupIds: [5, 6],
    });
  });

  it('may be all', () => {
    expect(tells('@**everyone**')).toEqual({ ...none, mentionsChannel: true });
    expect(tells('# @**topic**')).toEqual({ ...none, mentionsTopic: true });
  });

  it.each([
    ['silent mentions', '@_**Rosa Lind** @_*ovens* @_**all** @_**topic**'],
    ['the deactivated', '@**Former Baker** @*nightshift*'],
    ['a quote', '> @**Rosa Lind** @*ovens*\n> - @**all** @**topic**'],
    ['a quote fence', '```quote\n@**Rosa Lind**\n```'],
    ['code', '`@**Rosa Lind**`\n```\n@**all**\n```'],
    ['the text of a link', '[@**Rosa Lind** @**all**](/a)'],
  ])('are none: %s', (_name, source) => expect(tells(source)).toEqual(none));

  it('are silent in a quote', () => {
    expect(render('> hi @**Rosa Lind** @**all**', sampleReferences).html).toBe(
      `<blockquote>\n<p>hi ${user(31, 'Rosa Lind', ' silent')} ${user('*', 'all', `${WILDCARD} silent`)}</p>\n</blockquote>`,
    );
  });
});

describe('the lookups of mentions', () => {
  it('are empty for most texts', () => {
    expect(findReferences('**hi** @all, *see* # 3 @**all** @**topic**')).toEqual({
      users: [],
      groups: [],
      channels: [],
      topics: [],
      uploads: [],
      previewable: [],
    });
  });

  it('contain each name once, as written', () => {
    expect(
      findReferences(
        '@**Rosa Lind** @_**Rosa Lind** @**Kim Ode|44** @**|7** @*ovens* #**daily bread** #**new>topic@1** #**new>topic**',
      ),
    ).toEqual({
      users: [
        { name: 'Rosa Lind', id: null },
        { name: 'Kim Ode', id: 44 },
        { name: null, id: 7 },
      ],
      groups: ['ovens'],
      channels: ['daily bread', 'new'],
      topics: [{ channel: 'new', topic: 'topic' }],
      uploads: [],
      previewable: [],
    });
  });

  it('treat a number that is too large as part of the name', () => {
    expect(findReferences('@**|2147483648**').users).toEqual([{ name: '|2147483648', id: null }]);
  });

  it('contain names after an unclosed one', () => {
    expect(findReferences('@**x @**Rosa Lind**').users).toContainEqual({ name: 'Rosa Lind', id: null });
  });
});
