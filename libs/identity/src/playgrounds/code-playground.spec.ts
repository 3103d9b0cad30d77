import { playgroundFacts } from './code-playground';

const facts = (parts: Partial<Parameters<typeof playgroundFacts>[0]>) =>
  playgroundFacts({ name: 'Try', language: 'Rust', urlTemplate: 'https://play.example/{code}', ...parts });

describe('a code playground', () => {
  it.each([
    'https://play.example/?code={code}',
    'https://play.example/{?code}',
    'https://play.example/{+code}',
    'https://play.example{/code}{#code}',
    'https://play.example/{code:300}',
    'http://play.example/?q={code}&lang=c%2B%2B',
    '/local/{code}',
  ])('accepts the address %s', (urlTemplate) => {
    expect(facts({ urlTemplate: ` ${urlTemplate}\n` }).urlTemplate).toBe(urlTemplate);
  });

  it.each<[string, RegExp]>([
    ['https://play.example/', /^Missing the required variable "code"/],
    ['https://play.example/{Code}', /^Missing the required variable "code"/],
    ['https://play.example/{lang}', /^Missing the required variable "code"/],
    ['https://play.example/{code}/{lang}', /^"code" should be the only variable/],
    ['https://play.example/{?code,lang}', /^"code" should be the only variable/],
    ['https://play.example/{code', /^Invalid URL template\.$/],
    ['https://play.example/code}', /^Invalid URL template\.$/],
    ['https://play.example/{}', /^Invalid URL template\.$/],
    ['https://play.example/{{code}}', /^Invalid URL template\.$/],
    ['https://play.example/{!code}', /^Invalid URL template\.$/],
    ['https://play.example/{code }', /^Invalid URL template\.$/],
    ['', /^Invalid URL template\.$/],
    ['javascript:{code}', /^Invalid URL template\.$/],
    ['JavaScript:alert({+code})', /^Invalid URL template\.$/],
    ['data:text/html,{code}', /^Invalid URL template\.$/],
    ['{+code}', /^Invalid URL template\.$/],
    ['java{+code}', /^Invalid URL template\.$/],
    ['https://play.example/\u0000{code}', /^Invalid URL template\.$/],
  ])('refuses the address %j', (urlTemplate, message) => {
    expect(() => facts({ urlTemplate })).toThrow(message);
  });

  it.each(['Rust', 'c++', 'C#', 'asp.net', 'a_b-c/d', '  js '])('accepts the language %j', (language) => {
    expect(facts({ language }).language).toBe(language.trim());
  });

  it.each(['', '  ', 'a b', 'é', '<b>', 'a"b', 'a\u0000'])('refuses the language %j', (language) =>
    expect(() => facts({ language })).toThrow(/pygments.language/),
  );

  it('requires a name', () => {
    expect(facts({ name: ' Try it ' }).name).toBe('Try it');
    expect(() => facts({ name: ' \t' })).toThrow('name cannot be blank');
  });
});
