import { Agent, createServer, request } from 'node:http';
import { balancerAddress } from './addresses.mjs';

/** As much of a request's head as a node takes, at least. */
const MAX_HEAD_BYTES = 128 * 1024;
/** The pause for a node that could not be reached. */
const REST_MS = 1_000;
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/** Round robin where nginx is not installed: enough to try several nodes, and nothing to put on the internet. */
export class Balancer {
  name = 'a small balancer of its own';
  turn = 0;
  resting = new Map();
  agent = new Agent({ keepAlive: true, maxSockets: Infinity, localAddress: balancerAddress });

  constructor(port, nodePorts) {
    Object.assign(this, { port, nodePorts });
    this.server = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, (incoming, outgoing) =>
      this.pass(incoming, outgoing),
    );
    this.server.on('clientError', refuseUnreadable);
    this.server.requestTimeout = 0; // uploads may last; the nodes see to the rest
  }

  start() {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, '127.0.0.1', resolve);
    });
  }

  stop() {
    this.server.closeAllConnections();
    this.agent.destroy();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** Every node once, the next one first; those that rest are asked last. */
  inTurn() {
    const first = this.turn++ % this.nodePorts.length;
    const ports = [...this.nodePorts.slice(first), ...this.nodePorts.slice(0, first)];
    const rests = (port) => (this.resting.get(port) ?? 0) > Date.now();
    return [...ports.filter((port) => !rests(port)), ...ports.filter(rests)];
  }

  pass(incoming, outgoing, candidates = this.inTurn()) {
    if (/^\/metrics\/?(\?|$)/.test(incoming.url)) return void outgoing.writeHead(404).end();
    const [port, ...others] = candidates;
    if (port === undefined) return refuse(outgoing);
    const { method, url } = incoming;
    const asked = request({ host: '127.0.0.1', port, method, path: url, agent: this.agent, headers: onward(incoming) });
    // No byte of the body is read before the connection is open, so another node can still get the whole request.
    let hasBegun = false;
    asked.on('socket', (socket) => {
      const begin = () => {
        hasBegun = true;
        incoming.pipe(asked);
      };
      if (socket.connecting) socket.once('connect', begin);
      else begin();
    });
    asked.on('response', (answer) => {
      if (answer.statusCode === 503 && isHarmless(incoming) && others.length > 0) {
        answer.resume();
        return this.pass(incoming, outgoing, others);
      }
      outgoing.writeHead(answer.statusCode, answer.statusMessage, endToEnd(answer.headers));
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => {
      if (outgoing.destroyed) return;
      if (!hasBegun || (isHarmless(incoming) && !outgoing.headersSent)) {
        this.resting.set(port, Date.now() + REST_MS);
        return this.pass(incoming, outgoing, others);
      }
      incoming.unpipe(asked);
      incoming.resume();
      // A node may answer and close before it has read all of a body. Its answer is used.
      if (!outgoing.headersSent) refuse(outgoing);
    });
    outgoing.on('close', () => {
      incoming.unpipe(asked);
      incoming.resume(); // the rest of a body that was answered too soon, or the client's connection would break
      asked.destroy();
    });
  }
}

/** May be repeated, and has no body that could be lost. */
const isHarmless = ({ method, headers }) =>
  ['GET', 'HEAD'].includes(method) && !('content-length' in headers) && !('transfer-encoding' in headers);

const endToEnd = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));

function onward({ headers, socket }) {
  const before = headers['x-forwarded-for'];
  const client = socket.remoteAddress;
  return {
    ...endToEnd(headers),
    'x-forwarded-for': before ? `${before}, ${client}` : client,
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': headers['x-forwarded-proto'] ?? 'http',
  };
}

/** The outcome of the request is unknown, or no node is reachable. The client decides whether to repeat it. */
function refuse(outgoing) {
  if (outgoing.destroyed) return;
  const body = '{"result":"error","msg":"The server is not ready.","code":"SERVER_NOT_READY"}';
  outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(body);
}

/** What is no request, in the words of the nodes. */
function refuseUnreadable({ code }, socket) {
  if (!socket.writable) return void socket.destroy();
  const word = code === 'HPE_HEADER_OVERFLOW' ? 'too large' : 'malformed';
  const body = `{"result":"error","msg":"The request is ${word}","code":"BAD_REQUEST"}`;
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json', `content-length: ${body.length}`];
  socket.end(`${[...head, 'connection: close', '', body].join('\r\n')}`);
}
