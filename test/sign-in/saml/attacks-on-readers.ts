import { deflateRawSync } from 'node:zlib';
import { Attack, good, Scene } from './attacks';
import { escaped } from './draft';

const xml =
  (change: (text: string, scene: Scene) => string): Attack =>
  (scene) =>
    change(good(scene), scene);
const withDtd = (dtd: string, use: string) =>
  xml((text, { person: { nameId } }) => `<!DOCTYPE Response [${dtd}]>${text.replace(`>${nameId}<`, `>${use}<`)}`);
/** The name of the person, with something in its middle that the signature does not cover. */
const inName = (part: string) =>
  xml((text, { person: { nameId } }) =>
    text.replace(`>${nameId}<`, `>${nameId.slice(0, 4)}${part}${nameId.slice(4)}<`),
  );
const laughs = Array.from({ length: 20 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`).join(
  '',
);

/** XML that no parser should have to read. */
export const WRONG_XML: Readonly<Record<string, Attack>> = {
  'a comment in the NameID': inName('<!---->'),
  'a comment in an attribute': xml((text) => text.replace('@example.org', '@example<!-- -->.org')),
  'a comment anywhere': xml((text) => text.replace('</saml:Issuer>', '</saml:Issuer><!-- harmless -->')),
  'a section in the NameID': inName('<![CDATA[]]>'),
  'an instruction in the NameID': inName('<?php ?>'),
  'a DTD': xml((text) => `<!DOCTYPE Response>${text}`),
  'an entity of its own': withDtd('<!ENTITY name "victim">', '&name;'),
  'an entity from a file': withDtd('<!ENTITY name SYSTEM "file:///etc/passwd">', '&name;'),
  'an entity from the network': withDtd('<!ENTITY name SYSTEM "http://127.0.0.1:1/">', '&name;'),
  'a parameter entity': withDtd('<!ENTITY % more SYSTEM "http://127.0.0.1:1/"> %more;', 'x'),
  'a billion laughs': withDtd(`<!ENTITY a0 "ha">${laughs}`, '&a20;'),
  'an entity that nothing declares': xml((text, { person: { nameId } }) => text.replace(`>${nameId}<`, '>&name;<')),
  'elements in each other, ten thousand deep': xml((text) =>
    text.replace('</saml:Issuer>', `</saml:Issuer>${'<x>'.repeat(10_000)}${'</x>'.repeat(10_000)}`),
  ),
  'twenty thousand elements': xml((text) => text.replace('</saml:Issuer>', `</saml:Issuer>${'<x/>'.repeat(20_000)}`)),
  'thousands of namespaces': xml((text) =>
    text.replace(
      '</saml:Issuer>',
      `</saml:Issuer><x ${Array.from({ length: 3_000 }, (_, at) => `xmlns:n${at}="urn:${at}"`).join(' ')}/>`,
    ),
  ),
  'elements in each other, a hundred deep': xml((text) =>
    text.replace('</saml:Issuer>', `</saml:Issuer>${'<x>'.repeat(100)}${'</x>'.repeat(100)}`),
  ),
  'an attribute twice': xml((text) => text.replace(' Version="2.0"', ' Version="2.0" Version="2.0"')),
  'an end that is missing': xml((text) => text.replace('</samlp:Response>', '')),
  'a second document': xml((text) => text + text),
  'text behind the document': xml((text) => `${text}victim`),
  'half of a character': xml((text) => text.replace('</saml:Issuer>', '</saml:Issuer>&#xD800;')),
  'no document': () => 'victim',
  'only an assertion': xml((text) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(text)![0]),
  'a request': (scene) =>
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"><x>${escaped(scene.victim.nameId)}</x></samlp:AuthnRequest>`,
  'an answer to a logout': xml((text) => text.replaceAll('samlp:Response', 'samlp:LogoutResponse')),
  'a document of another protocol': xml((text) => text.replaceAll('SAML:2.0:protocol', 'SAML:1.1:protocol')),
};

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');

/** What the field of the form may hold instead of a message. */
export const WRONG_FIELDS: Readonly<Record<string, Attack>> = {
  nothing: () => '',
  'what is not base 64': () => '<Response/>',
  'bytes that are no text': () => base64(Buffer.from([0xff, 0xfe, 0xc0, 0x80])),
  'text of two bytes for each character': (scene) => base64(Buffer.from(good(scene), 'utf16le')),
  NUL: () => base64('\0'),
  'packed data': (scene) => base64(deflateRawSync(good(scene))),
  'what unpacks to 100 MB': () => base64(deflateRawSync(Buffer.alloc(100_000_000))),
  'a document in itself': (scene) => base64(base64(good(scene))),
  'a document of 200 kB': (scene) => base64(good(scene) + ' '.repeat(200_000)),
  '5 MB': () => base64(Buffer.alloc(5_000_000, 'x')),
};
