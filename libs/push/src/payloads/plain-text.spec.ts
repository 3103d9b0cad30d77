import * as fc from 'fast-check';
import { mentioningGroup, mentionsIn } from './mentioned-group';
import { plainText } from './plain-text';

describe('plainText', () => {
  it('keeps words and lines', () => {
    expect(plainText('<p>One <strong>two</strong> &amp; three<br>\nfour</p>\n<p>five</p>')).toBe(
      'One two & three\nfour\nfive',
    );
    expect(plainText('<p>a &lt;b&gt; &#39;c&#39; &quot;d&quot; &#x1f600;</p>')).toBe('a <b> \'c\' "d" 😀');
  });

  it('contains only the heading of a spoiler', () => {
    const spoiler = (head: string, inside: string) =>
      `<div class="spoiler-block"><div class="spoiler-header">\n${head}</div>` +
      `<div class="spoiler-content" aria-hidden="true">\n${inside}</div></div>`;
    expect(
      plainText(`<p>a</p>${spoiler('<p>The end</p>', '<p>secret <div>deep secret</div> secret</p>')}<p>b</p>`),
    ).toBe('a\nThe end (…)\nb');
    expect(plainText(spoiler('', '<p>secret</p>'))).toBe('Spoiler (…)');
  });

  it('contains emoji as characters, no pictures, and marks of quotes and lists', () => {
    const smile = '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>';
    expect(plainText(`<p>Hi ${smile}</p>`)).toBe('Hi 🙂');
    expect(plainText('<p><img alt=":parrot:" class="emoji" src="/p.png" title="parrot"> yes</p>')).toBe(':parrot: yes');
    expect(
      plainText('<p>look</p><div class="message_inline_image"><a href="/x"><img src="/x.png"></a></div><p>nice</p>'),
    ).toBe('look\nnice');
    expect(plainText('<blockquote>\n<p>one</p>\n<p>two</p>\n</blockquote>\n<p>three</p>')).toBe('> one\n> two\nthree');
    expect(plainText('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')).toBe('- one\n- two');
  });

  it('terminates for any markup and leaves no tags', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<div class="spoiler-content">',
      '</div>',
      'a',
      '<',
      '>',
      '&amp;',
      '<br>',
      '</b>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(plainText(pieces.join(''))).not.toMatch(/<(?:p|div|br)>/);
      }),
    );
  });
});

describe('mentioningGroup', () => {
  const html =
    '<p><span class="user-mention" data-user-id="4">@Ana</span> <span class="user-mention silent" data-user-id="5">Bo</span> ' +
    '<span class="user-group-mention" data-user-group-id="8">@cooks</span> ' +
    '<span class="user-group-mention" data-user-group-id="9">@waiters</span></p>';
  const groupFor = (userId: number, groups: number[]) =>
    mentioningGroup(mentionsIn(html), userId, (id) => groups.includes(id));

  it('is the first group of the user, unless the user is mentioned by name', () => {
    expect([groupFor(5, [9]), groupFor(5, [8, 9]), groupFor(4, [8]), groupFor(6, [])]).toEqual([9, 8, null, null]);
  });
});
