import { playgroundAddress } from './playgrounds';

describe('the address of a playground', () => {
  it.each([
    ['https://run.example/?code={code}', 'a = "b" & c', 'https://run.example/?code=a%20%3D%20%22b%22%20%26%20c'],
    ['https://run.example/{?code}', "print('ä')", 'https://run.example/?code=print%28%27%C3%A4%27%29'],
    ['https://run.example/?v=2{&code}', '1+1', 'https://run.example/?v=2&code=1%2B1'],
    ['https://run.example/{#code}', 'a/b', 'https://run.example/#a/b'],
    ['https://run.example/{code:3}', 'abcdef', 'https://run.example/abc'],
    ['javascript:{+code}', 'alert(1)', null],
  ])('fills %s', (template, code, address) => {
    expect(playgroundAddress(template, code)).toBe(address);
  });
});
