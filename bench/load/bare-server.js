// What Node's own server costs: it holds all requests, and answers them with the same bytes when it is asked to, or with a
// heartbeat in rounds as Parley does.
const { createServer } = require('node:http');

const HEARTBEAT_AFTER_MS = 45_000;
const HEARTBEAT_SPREAD_MS = 9_500;
const ROUND_MS = 500;
const HEARTBEAT = { poll: '{"events":[{"id":1,"type":"heartbeat"}]}', stream: 'data: {"id":1,"type":"heartbeat"}\n\n' };

const waiting = new Set();
const rounds = new Map();
const nosniff = { 'x-content-type-options': 'nosniff' };

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  if (request.url === '/wake') {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      wake(Buffer.concat(chunks).toString());
      response.end();
    });
    return;
  }
  const isStream = request.headers.accept === 'text/event-stream';
  wait({ response, isStream });
  if (isStream)
    response.writeHead(200, { ...nosniff, 'content-type': 'text/event-stream', connection: 'close' }).flushHeaders();
});

function wait(one) {
  waiting.add(one);
  const dueAt =
    Math.ceil((Date.now() + HEARTBEAT_AFTER_MS + Math.random() * HEARTBEAT_SPREAD_MS) / ROUND_MS) * ROUND_MS;
  if (!rounds.has(dueAt)) rounds.set(dueAt, startRound(dueAt));
  one.round = rounds.get(dueAt).add(one);
}

function startRound(dueAt) {
  const round = new Set();
  setTimeout(() => {
    rounds.delete(dueAt);
    for (const one of round) {
      send(one, HEARTBEAT[one.isStream ? 'stream' : 'poll']);
      if (one.isStream) wait(one);
    }
  }, dueAt - Date.now());
  return round;
}

function wake(body) {
  for (const one of waiting) send(one, body);
}

/** A poll ends with it. */
function send(one, body) {
  if (one.isStream) return one.response.write(body);
  waiting.delete(one);
  one.round.delete(one);
  const headers = {
    ...nosniff,
    'x-request-id': '00000000-0000-0000-0000-000000000000',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  one.response.writeHead(200, headers).end(body);
}

server.keepAliveTimeout = 600_000;
server.listen(Number(process.env.PORT), '127.0.0.1', 10_000, () => console.log('ready'));
