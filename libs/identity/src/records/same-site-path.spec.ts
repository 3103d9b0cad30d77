import { sameSitePath } from './same-site-path';

describe('sameSitePath', () => {
  it.each(['/', '/user_uploads/2/ab/c.png', '/?narrow=1#top', '/login/?next=//evil.example'])('accepts %s', (path) => {
    expect(sameSitePath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    ' /x',
    '/x\r\nset-cookie: a=b',
    '/é',
  ])('returns the start page for %j', (path) => {
    expect(sameSitePath(path)).toBe('/');
  });
});
