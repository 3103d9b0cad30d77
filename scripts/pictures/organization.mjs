// The organization of the pictures: a bakery that plans, with the same words every time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of all users. */
export const PASSWORD = 'a long enough secret';
/** The one whose browser is shown. */
export const VIEWER = 'mara';
/** When the pictures are taken; messages say how many minutes before that they were sent. */
export const NOW = new Date('2026-03-12T10:42:00Z');

const PEOPLE = {
  mara: 'Mara Lindqvist',
  tomas: 'Tomás Herrera',
  aiko: 'Aiko Tanaka',
  ben: 'Ben Osei',
  lena: 'Lena Fuchs',
  noor: 'Noor Haddad',
  piotr: 'Piotr Zieliński',
  ruth: 'Ruth Amsel',
};

const CHANNELS = {
  announcements: 'News for the whole bakery',
  bakehouse: 'Dough, ovens and who opens up',
  'new shop': 'The second shop at the harbour',
  orders: 'Cafés and weddings',
  website: 'Opening hours, pictures and the order form',
};

/** Channel, topic, sender, minutes before NOW, text; `read`: the viewer has seen it. */
const MESSAGES = [
  ['announcements', 'Spring', 'ruth', 2900, 'We open at **6:30** from April on. Thank you all for a calm winter!'],
  ['website', 'order form', 'piotr', 1510, 'The form asks for a telephone number twice. I will take one out.'],
  ['website', 'order form', 'lena', 1495, 'Please keep the one below the date, people look there.'],
  ['orders', 'wedding, 21 March', 'ben', 1400, 'They would like three tiers, lemon and poppy seed.'],
  ['orders', 'wedding, 21 March', 'aiko', 1388, 'I can do a trial on Tuesday.'],
  [
    'bakehouse',
    'sourdough schedule',
    'tomas',
    95,
    'The starter from yesterday is much livelier than I expected. I would shorten the second rise:\n\n| Step | Before | Now |\n|---|---|---|\n| Bulk | 4 h | 3 h 20 |\n| Shape | 30 min | 30 min |\n| Second rise | 2 h | **1 h 30** |',
  ],
  [
    'bakehouse',
    'sourdough schedule',
    'aiko',
    91,
    'Looks right. The crumb on Saturday was a bit open, shorter should help.',
  ],
  ['bakehouse', 'sourdough schedule', 'mara', 88, 'Then we start at 3:40 instead of 3:00? :sleeping:'],
  [
    'bakehouse',
    'sourdough schedule',
    'tomas',
    86,
    '@**Mara Lindqvist** yes! For the rye I keep the old times:\n\n- 62 % hydration\n- 24 °C in the small room\n- turn after an hour',
  ],
  [
    'bakehouse',
    'sourdough schedule',
    'noor',
    34,
    '> I would shorten the second rise\n\nI did it this morning, and the loaves are lovely.',
  ],
  [
    'bakehouse',
    'sourdough schedule',
    'noor',
    33,
    'For the timer by the oven, in case it helps:\n\n```python\nsteps = {"bulk": 200, "shape": 30, "rise": 90}\nstart = oven_ready - sum(steps.values())\n```',
  ],
  ['bakehouse', 'sourdough schedule', 'lena', 12, 'I put the new times on the wall :tada:'],
  ['new shop', 'counter', 'ruth', 61, '/poll Which wood for the counter?\nOak\nAsh\nWalnut'],
  ['new shop', 'counter', 'ben', 48, 'Oak will look good with the tiles.'],
  ['new shop', 'opening day', 'lena', 22, 'The band can play from 11 to 2. Shall I say yes?'],
  ['new shop', 'opening day', 'piotr', 19, 'Yes! And the mayor comes at noon.'],
  ['orders', 'Café Nord', 'noor', 27, 'They want 40 croissants more on Fridays.'],
  ['orders', 'Café Nord', 'ben', 25, '@**Mara Lindqvist** can the small oven take that?'],
];

const DIRECT = [
  ['aiko', 70, 'Can you open up on Saturday? I would take Sunday for you.'],
  ['mara', 66, 'Gladly. Saturday is mine.'],
  ['aiko', 9, 'You are a star :star:'],
  ['ben', 40, 'The invoice from the mill is in the tray.'],
];

const REACTIONS = [
  ['The starter from yesterday', 'muscle', ['aiko', 'mara', 'lena']],
  ['I did it this morning', 'heart', ['tomas', 'aiko', 'mara']],
  ['I did it this morning', 'bread', ['lena']],
  ['I put the new times', 'clap', ['tomas', 'noor']],
];

/** What the viewer has not read. */
const UNREAD = [
  'I put the new times',
  'The band can play',
  'Yes! And the mayor',
  'They want 40',
  'can the small oven',
  'You are a star',
  'The invoice',
];

/** Fills the organization of a server that has just started. @param bench what `startBench` gives */
export async function fill(bench) {
  const owner = ownerIn(bench.directory);
  const call = caller(bench.url);
  const users = {};
  await call(owner, 'PATCH', 'realm', { name: 'Harbour Bakery' });
  for (const [name, full_name] of Object.entries(PEOPLE)) {
    const email = `${name}@example.org`;
    const { user_id: id } = await call(owner, 'POST', 'users', { email, password: PASSWORD, full_name });
    const { api_key } = await call(null, 'POST', 'fetch_api_key', { username: email, password: PASSWORD });
    users[name] = { id, authorization: basic(email, api_key) };
  }
  const { [VIEWER]: viewer } = users;
  const principals = Object.values(users).map(({ id }) => id);
  const subscriptions = Object.entries(CHANNELS).map(([name, description]) => ({ name, description }));
  await call(users.ruth, 'POST', 'users/me/subscriptions', { subscriptions, principals, announce: false });
  await forgetNotices(call, users.ruth, owner);

  const sent = new Map();
  const said = [
    ...MESSAGES.map(([to, topic, sender, ago, content]) => ({ type: 'channel', to, topic, sender, ago, content })),
    ...DIRECT.map(([sender, ago, content]) => ({
      type: 'direct',
      to: [sender === VIEWER ? users.aiko.id : viewer.id],
      sender,
      ago,
      content,
    })),
  ];
  for (const { sender, ago, ...message } of said.sort((one, other) => other.ago - one.ago)) {
    const { id } = await call(users[sender], 'POST', 'messages', message);
    sent.set(id, { content: message.content, ago });
  }
  for (const [begin, emoji_name, names] of REACTIONS)
    for (const name of names)
      await call(users[name], 'POST', `messages/${idOf(sent, begin)}/reactions`, { emoji_name });
  const poll = idOf(sent, '/poll');
  for (const [name, option] of [
    ['lena', 0],
    ['ben', 0],
    ['aiko', 2],
  ])
    await call(users[name], 'POST', 'submessage', {
      message_id: poll,
      msg_type: 'widget',
      content: { type: 'vote', key: `canned,${option}`, vote: 1 },
    });
  await call(users.aiko, 'POST', 'users/me/status', {
    status_text: 'At the market until noon',
    emoji_name: 'palm_tree',
  });
  await call(viewer, 'POST', 'mark_all_as_read');
  await call(viewer, 'POST', 'messages/flags', {
    messages: UNREAD.map((begin) => idOf(sent, begin)),
    op: 'remove',
    flag: 'read',
  });
  await call(viewer, 'POST', 'messages/flags', {
    messages: [idOf(sent, 'The band can play')],
    op: 'add',
    flag: 'starred',
  });
  await call(viewer, 'PATCH', 'settings', { twenty_four_hour_time: true });
  await backdate(bench.database, sent);
  return { call, owner, users, id: (begin) => idOf(sent, begin), channelId: (name) => channelId(call, viewer, name) };
}

/** What the server says of new channels. */
async function forgetNotices(call, reader, owner) {
  const narrow = [{ operator: 'topic', operand: 'channel events' }];
  const { messages } = await call(reader, 'GET', 'messages', {
    narrow,
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
  });
  for (const { id } of messages) await call(owner, 'DELETE', `messages/${id}`);
}

/** No operation gives a message another time. What the server says itself came before all others. */
async function backdate(database, sent) {
  const at = (ago) => new Date(NOW.getTime() - ago * 60_000);
  await database.query('UPDATE message SET sent_at = $1', [at(4_000)]);
  for (const [id, { ago }] of sent)
    await database.query('UPDATE message SET sent_at = $1 WHERE id = $2', [at(ago), id]);
}

async function channelId(call, user, name) {
  return (await call(user, 'GET', 'get_stream_id', { stream: name })).stream_id;
}

function idOf(sent, begin) {
  for (const [id, { content }] of sent) if (content.includes(begin)) return id;
  throw new Error(`No message says "${begin}"`);
}

function ownerIn(directory) {
  const lines = readFileSync(join(directory, 'zuliprc'), 'utf8').split('\n');
  const [email, key] = ['email', 'key'].map((name) =>
    lines.find((line) => line.startsWith(`${name}=`)).slice(name.length + 1),
  );
  return { authorization: basic(email, key) };
}

const basic = (email, key) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

function caller(url) {
  return async (user, method, path, parameters = {}) => {
    const entries = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const encoded = new URLSearchParams(entries);
    const inQuery = method === 'GET';
    const response = await fetch(`${url}/api/v1/${path}${inQuery ? `?${encoded}` : ''}`, {
      method,
      headers: user ? { authorization: user.authorization } : {},
      ...(inQuery ? {} : { body: encoded }),
    });
    const answer = await response.json();
    if (answer.result !== 'success') throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}
