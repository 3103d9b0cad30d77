/** zulip-js as a program of its own: prints every message event that it hears, one JSON a line. */
const zulip = require('zulip-js');

const [realm, username, apiKey] = process.argv.slice(2);

zulip({ realm, username, apiKey }).then((client) =>
  client.callOnEachEvent(
    (event) => event.type === 'message' && process.stdout.write(`${JSON.stringify(event)}\n`),
    ['message'],
  ),
);
