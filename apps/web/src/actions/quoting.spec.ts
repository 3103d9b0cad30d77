import { quotationOf } from './quoting';

const quoted = { sender: 'Ana Example', senderId: 7, link: 'http://chat.test/#narrow/near/1', said: 'said' };

describe('a quotation', () => {
  it('names the author silently and links the message', () => {
    expect(quotationOf('Hello', quoted)).toBe(
      '@_**Ana Example|7** [said](http://chat.test/#narrow/near/1):\n```quote\nHello\n```\n',
    );
  });

  it('names an author who is hidden without a mention', () => {
    expect(quotationOf('Hello', { ...quoted, sender: 'Unknown user', senderId: null })).toMatch(
      /^\*\*Unknown user\*\* \[said]/,
    );
  });

  it.each([
    ['```js\nlet a;\n```', '````'],
    ['````quote\n```\na\n```\n````', '`````'],
    ['~~~~\na\n~~~~', '`````'],
    ['a ``` b', '```'],
  ])('encloses %j in a longer fence', (source, fence) => {
    expect(quotationOf(source, quoted)).toContain(`\n${fence}quote\n${source}\n${fence}\n`);
  });
});
