/**
 * The rooms and who may import whom (docs/architecture.md). One table; everything else follows from it. A folder under
 * libs/ without a row fails, and so does a run that sees fewer modules than it should.
 */
const { readdirSync } = require('node:fs');

const MAY_IMPORT = {
  kernel: [],
  platform: ['kernel'],
  markdown: ['kernel', 'platform'],
  realtime: ['kernel', 'platform'],
  identity: ['kernel', 'platform', 'markdown', 'realtime'],
  channels: ['kernel', 'platform', 'markdown', 'realtime', 'identity'],
  messaging: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels'],
  drafts: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
  moderation: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
  push: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
};

const rooms = Object.keys(MAY_IMPORT);
const without = readdirSync('libs').filter((room) => !rooms.includes(room));
if (without.length > 0) throw new Error(`No row in the table of rooms for: ${without.join(', ')}`);

const betweenRooms = rooms.flatMap((room) => [
  {
    name: `${room}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: `^libs/${room}/` },
    to: { path: '^(libs|apps|migrations)/', pathNot: `^libs/(${[room, ...MAY_IMPORT[room]].join('|')})/` },
  },
  {
    name: `${room}-is-entered-by-its-front-door`,
    severity: 'error',
    from: { pathNot: `^(libs/${room}/|test/)` },
    to: { path: `^libs/${room}/src/`, pathNot: `^libs/${room}/src/(index|testing/.*)\\.ts$` },
  },
]);

/** The applications: the server is made of all rooms; the relay stands on the lowest two, and neither knows the other. */
const betweenApplications = [
  {
    name: 'push-relay-imports-only-what-it-may',
    severity: 'error',
    from: { path: '^apps/push-relay/' },
    to: { path: '^(libs|apps|migrations)/', pathNot: '^(libs/(kernel|platform)|apps/push-relay)/' },
  },
  {
    name: 'server-knows-no-push-relay',
    severity: 'error',
    from: { path: '^apps/server/' },
    to: { path: '^apps/push-relay/' },
  },
];

const insideAContext = [
  {
    name: 'domain-decides-and-does-nothing-else',
    severity: 'error',
    from: { path: '^libs/[^/]+/src/domain/', pathNot: '\\.spec\\.ts$' },
    to: { path: '(/src/(app|store|http)/|node_modules/(@nestjs|pg|fastify)/)' },
  },
  { name: 'store-remembers', severity: 'error', from: { path: '/src/store/' }, to: { path: '/src/(app|http)/' } },
  {
    name: 'app-knows-no-http',
    severity: 'error',
    from: { path: '/src/app/' },
    to: { path: '(/src/http/|node_modules/fastify/)' },
  },
  {
    name: 'http-only-translates',
    severity: 'error',
    from: { path: '^libs/(?!platform)[^/]+/src/http/' },
    to: { path: '/src/store/' },
  },
];

module.exports = {
  forbidden: [
    ...betweenRooms,
    ...betweenApplications,
    ...insideAContext,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.spec\\.ts|migrations/|apps/[^/]+/src/(main|generate|cli)\\.ts)' },
      to: {},
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
