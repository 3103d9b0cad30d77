import { isShown, mediaTypeOf } from './media-type';

const file = (name: string, claimedType = '') => ({ name, claimedType });
const bytes = (text: string) => Buffer.from(text);

describe('mediaTypeOf', () => {
  it('depends on the bytes, not on the client', () => {
    expect(mediaTypeOf(bytes('x'), 'image/png', file('a.html', 'text/html'))).toBe('image/png');
    expect(mediaTypeOf(bytes('just text'), null, file('a.png', 'image/png'))).toBe('application/octet-stream');
    expect(mediaTypeOf(bytes('x'), 'application/pdf', file('a.txt', 'text/plain'))).toBe('application/pdf');
  });

  it.each([
    'application/xml',
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'application/x-xml',
    'text/calendar',
  ])('never serves %s under its own type', (sniffed) => {
    expect(mediaTypeOf(bytes('<svg/>'), sniffed, file('a.svg', sniffed))).toBe('application/octet-stream');
  });

  it('shows plain text', () => {
    expect(mediaTypeOf(bytes('first things first'), null, file('plan.txt'))).toBe('text/plain');
    expect(mediaTypeOf(bytes('größer'), null, file('x', 'text/plain; charset=utf-8'))).toBe('text/plain');
    expect(mediaTypeOf(bytes('x'), null, file('x.bin'))).toBe('application/octet-stream');
  });

  it.each(['<html>', '  <script>', '\n<!doctype html>', '<?xml version="1.0"?>', '#!/bin/sh', 'a\0b', '\xff\xfe'])(
    'does not treat %j as text, whatever its name is',
    (text) => {
      expect(mediaTypeOf(Buffer.from(text, 'latin1'), null, file('a.txt', 'text/plain'))).toBe(
        'application/octet-stream',
      );
    },
  );

  it('accepts a head that ends within a character', () => {
    const head = Buffer.from('ab€').subarray(0, 4);
    expect(mediaTypeOf(head, null, file('a.txt'))).toBe('text/plain');
  });
});

describe('isShown', () => {
  it.each([
    'text/html',
    'image/svg+xml',
    'application/xml',
    'text/javascript',
    'application/pdf',
    'application/octet-stream',
  ])('saves %s', (type) => expect(isShown(type)).toBe(false));

  it.each(['image/png', 'image/webp', 'audio/mpeg', 'video/mp4', 'text/plain'])('shows %s', (type) =>
    expect(isShown(type)).toBe(true),
  );
});
