import { connect, Socket } from 'node:net';
import { HOST, PASSWORD, ROOMS } from './xmpp';

const OPEN = `<?xml version='1.0'?><stream:stream to='${HOST}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;
const BODY = Buffer.from('<body>m');
const LESS_THAN = 60;
const PATIENCE_MS = 20_000;

/**
 * As much of XMPP as is required to be in a room over TCP: SASL PLAIN, a resource, the room (RFC 6120, XEP-0045). Input
 * is searched, not parsed.
 */
export class XmppClient {
  private readonly socket: Socket;
  private rest: Buffer = Buffer.alloc(0);
  private awaited: { text: string; found: () => void } | undefined;
  private onNumber: ((number: number) => void) | undefined;

  private constructor(
    port: number,
    readonly name: string,
  ) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.take(chunk));
    this.socket.on('error', (error) => {
      throw error;
    });
  }

  /** Resolves when it is in the room, under its own name. */
  static async join(port: number, name: string, room: string): Promise<XmppClient> {
    const client = await XmppClient.logIn(port, name);
    const presence = `<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>`;
    await client.say(`<presence to='${room}@${ROOMS}/${name}'>${presence}</presence>`, '<subject');
    return client;
  }

  /** Resolves when messages could reach it. */
  static async logIn(port: number, name: string): Promise<XmppClient> {
    const client = new XmppClient(port, name);
    const plain = Buffer.from(`\0${name}\0${PASSWORD}`).toString('base64');
    await client.say(OPEN, '</stream:features>');
    await client.say(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`, '<success');
    await client.say(OPEN, '</stream:features>');
    await client.say(`<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, '</iq>');
    await client.say('<presence/>', '<presence');
    return client;
  }

  /** From here on the callback gets every numbered message. */
  listen(onNumber: (number: number) => void): void {
    this.onNumber = onNumber;
  }

  send(room: string, number: number): void {
    this.socket.write(
      `<message to='${room}@${ROOMS}' type='groupchat' id='m${number}'><body>m${number}</body></message>`,
    );
  }

  close(): void {
    this.socket.removeAllListeners('error').on('error', () => this.socket.destroy());
    this.socket.end('</stream:stream>');
  }

  private say(text: string, until: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.name} waited for ${until}`)), PATIENCE_MS);
      const found = () => {
        clearTimeout(late);
        resolve();
      };
      this.awaited = { text: until, found };
      this.socket.write(text);
    });
  }

  private take(chunk: Buffer): void {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    if (this.awaited) return this.look();
    let done = 0;
    for (;;) {
      const start = this.rest.indexOf(BODY, done);
      if (start < 0) {
        this.rest = this.rest.subarray(Math.max(done, this.rest.length - BODY.length + 1));
        return;
      }
      const end = this.rest.indexOf(LESS_THAN, start + BODY.length);
      if (end < 0) {
        this.rest = this.rest.subarray(start);
        return;
      }
      this.onNumber?.(Number(this.rest.toString('latin1', start + BODY.length, end)));
      done = end;
    }
  }

  private look(): void {
    const { text, found } = this.awaited!;
    if (!this.rest.includes(text)) return;
    this.rest = Buffer.alloc(0);
    this.awaited = undefined;
    found();
  }
}
