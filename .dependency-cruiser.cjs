/**
 * The contexts and who may import whom (docs/architecture.md). One table; everything else follows from it. A folder under
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
  'sign-in': ['kernel', 'platform', 'realtime', 'identity', 'channels'],
  messaging: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels'],
  drafts: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
  moderation: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
  push: ['kernel', 'platform', 'markdown', 'realtime', 'identity', 'channels', 'messaging'],
};

const allContexts = Object.keys(MAY_IMPORT);
const without = readdirSync('libs').filter((context) => !allContexts.includes(context));
if (without.length > 0) throw new Error(`No row in the table of contexts for: ${without.join(', ')}`);

const betweenContexts = allContexts.flatMap((context) => [
  {
    name: `${context}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: `^libs/${context}/` },
    to: { path: '^(libs|apps|migrations)/', pathNot: `^libs/(${[context, ...MAY_IMPORT[context]].join('|')})/` },
  },
  {
    name: `${context}-is-imported-through-its-index`,
    severity: 'error',
    from: { pathNot: `^(libs/${context}/|test/)` },
    to: { path: `^libs/${context}/src/`, pathNot: `^libs/${context}/src/(index|testing/.*)\\.ts$` },
  },
]);

/** The applications: the server is made of all contexts; the relay stands on the lowest two, and neither knows the other. */
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

/**
 * Inside a context each noun has a folder, and a file's suffix tells its kind. Domain files have no suffix or `.errors`.
 * The technical libraries have their own order.
 */
const TECHNICAL = ['kernel', 'platform', 'markdown'];
const contexts = allContexts.filter((context) => !TECHNICAL.includes(context));
const CONTEXT = `^libs/(${contexts.join('|')})/src/`;
const SUFFIXES = {
  http: ['controller', 'dto', 'parameter', 'page', 'filter', 'http'],
  service: ['service', 'client-events', 'event-handlers', 'snapshot', 'snapshots', 'index', 'port', 'client'],
  repository: ['repository', 'sql', 'columns'],
  entity: ['entity'],
};
const kind = (...names) => `${CONTEXT}.*\\.(${names.flatMap((name) => SUFFIXES[name]).join('|')})\\.ts$`;
const FRAMEWORKS = 'node_modules/(@nestjs|pg|typeorm|fastify|@fastify)/';

const SUFFIXED = ['module', 'providers', 'spec', ...Object.values(SUFFIXES).flat()];
const KNOWN = new RegExp(`^[^.]+(\\.(errors|${SUFFIXED.join('|')}))?(\\.spec)?\\.ts$`);
for (const context of contexts) {
  for (const path of readdirSync(`libs/${context}/src`, { recursive: true })) {
    if (path.endsWith('.ts') && !KNOWN.test(path)) throw new Error(`libs/${context}/src/${path}: no such kind of file`);
  }
}

/**
 * The nouns of each context and who may import whom there (docs/architecture.md), from the lowest up. Nothing imports
 * another noun's repository, but those of `records`: the tables that most nouns of a context read.
 */
const NOUN_MAY_IMPORT = {
  identity: {
    roles: [],
    records: ['roles'],
    permissions: ['records', 'roles'],
    audit: ['permissions'],
    pictures: ['records'],
    organizations: ['records'],
    users: ['audit', 'organizations', 'pictures', 'records', 'roles'],
    passwords: ['records'],
    confirmations: ['records'],
    credentials: ['audit', 'records'],
    'desktop-logins': ['credentials'],
    'password-changes': ['audit', 'confirmations', 'credentials', 'organizations', 'passwords', 'records', 'roles'],
    linkifiers: ['audit', 'permissions', 'records', 'users'],
    emoji: ['audit', 'organizations', 'permissions', 'pictures', 'records', 'roles', 'users'],
    'external-pictures': ['organizations'],
    'rendering-options': ['emoji', 'external-pictures', 'linkifiers', 'organizations'],
    'guest-visibility': ['organizations', 'records', 'roles'],
    'user-groups': ['organizations', 'permissions', 'records', 'roles', 'users'],
    'user-changes': [
      'audit',
      'guest-visibility',
      'organizations',
      'pictures',
      'records',
      'roles',
      'user-groups',
      'users',
    ],
    'group-members': ['audit', 'permissions', 'records', 'roles', 'user-groups', 'users'],
    'group-administration': ['audit', 'group-members', 'permissions', 'records', 'roles', 'user-groups', 'users'],
    'profile-fields': [
      'audit',
      'guest-visibility',
      'organizations',
      'permissions',
      'records',
      'rendering-options',
      'roles',
      'user-changes',
      'users',
    ],
    'email-domains': ['audit', 'permissions', 'records', 'users'],
    profiles: [
      'audit',
      'email-domains',
      'guest-visibility',
      'organizations',
      'permissions',
      'pictures',
      'profile-fields',
      'records',
      'roles',
      'user-changes',
      'users',
    ],
    'email-changes': ['confirmations', 'email-domains', 'organizations', 'profiles', 'records', 'roles', 'users'],
    presence: ['guest-visibility', 'organizations', 'profiles'],
    'personal-settings': [
      'audit',
      'email-changes',
      'organizations',
      'password-changes',
      'permissions',
      'presence',
      'profiles',
      'records',
      'user-changes',
      'users',
    ],
    statuses: [
      'audit',
      'emoji',
      'guest-visibility',
      'permissions',
      'personal-settings',
      'profiles',
      'records',
      'users',
    ],
    'guest-contacts': [
      'guest-visibility',
      'organizations',
      'profile-fields',
      'records',
      'roles',
      'statuses',
      'user-changes',
      'users',
    ],
    'organization-administration': [
      'audit',
      'credentials',
      'guest-contacts',
      'organizations',
      'passwords',
      'permissions',
      'personal-settings',
      'pictures',
      'presence',
      'profile-fields',
      'records',
      'roles',
      'user-groups',
      'users',
    ],
    deactivation: [
      'audit',
      'credentials',
      'guest-visibility',
      'organization-administration',
      'organizations',
      'permissions',
      'records',
      'roles',
      'user-changes',
      'user-groups',
      'users',
    ],
    'user-administration': [
      'credentials',
      'deactivation',
      'email-domains',
      'organizations',
      'passwords',
      'permissions',
      'profile-fields',
      'profiles',
      'records',
      'roles',
      'user-changes',
      'users',
    ],
    bots: [
      'audit',
      'credentials',
      'deactivation',
      'organizations',
      'permissions',
      'pictures',
      'profiles',
      'records',
      'roles',
      'user-administration',
      'user-changes',
      'users',
    ],
    avatars: ['audit', 'bots', 'organizations', 'pictures', 'profiles', 'records', 'roles', 'user-changes', 'users'],
    'login-devices': ['confirmations', 'credentials', 'organizations', 'personal-settings', 'records'],
    authentication: [
      'audit',
      'bots',
      'credentials',
      'desktop-logins',
      'login-devices',
      'organizations',
      'password-changes',
      'passwords',
      'permissions',
      'records',
      'roles',
      'users',
    ],
    'desktop-entrances': ['authentication', 'credentials', 'desktop-logins', 'login-devices', 'organizations', 'users'],
    home: ['authentication', 'organizations'],
    invitations: [
      'audit',
      'authentication',
      'confirmations',
      'credentials',
      'email-domains',
      'group-members',
      'login-devices',
      'organizations',
      'passwords',
      'permissions',
      'records',
      'roles',
      'user-changes',
      'user-groups',
      'users',
    ],
    'mail-recipients': ['confirmations', 'organizations', 'personal-settings', 'records'],
    'server-settings': [
      'authentication',
      'organization-administration',
      'organizations',
      'personal-settings',
      'pictures',
    ],
    'first-start': ['credentials', 'organization-administration', 'organizations', 'passwords', 'records'],
    'alert-words': [],
    'muted-users': ['profiles', 'users'],
    'navigation-views': [],
    'onboarding-steps': [],
    'organization-exports': [
      ...[
        'audit',
        'credentials',
        'emoji',
        'organizations',
        'permissions',
        'pictures',
        'records',
        'roles',
        'user-groups',
        'users',
      ],
    ],
    playgrounds: ['audit', 'permissions', 'users'],
    'server-nodes': ['permissions'],
    'test-mails': ['organizations', 'permissions'],
    'video-calls': [],
    zcommands: ['personal-settings'],
  },
  realtime: {
    records: [],
    'event-log': ['records'],
    delivery: ['records', 'event-log'],
    queues: ['records', 'delivery'],
    registration: ['records', 'event-log', 'queues'],
  },
  channels: {
    records: [],
    access: ['records'],
    channels: ['access', 'records'],
    subscriptions: ['access', 'channels', 'records'],
    folders: ['channels'],
    'default-channels': ['access', 'channels', 'records'],
    memberships: ['access', 'channels', 'records', 'subscriptions'],
    audience: ['access', 'channels', 'records', 'subscriptions'],
    activity: ['access', 'channels', 'records'],
    administration: ['access', 'audience', 'channels', 'default-channels', 'folders', 'records'],
    creation: ['access', 'channels', 'folders', 'memberships', 'records', 'subscriptions'],
    subscribing: ['access', 'audience', 'channels', 'creation', 'memberships', 'records', 'subscriptions'],
    posting: ['records'],
    'user-imports': ['access', 'memberships', 'records'],
    'directory-exports': ['access', 'records', 'user-imports'],
  },
  messaging: {
    received: [],
    topics: ['received'],
    records: ['received', 'topics'],
    access: ['received', 'records'],
    authors: [],
    watermark: [],
    rerenderings: [],
    attachments: ['records', 'access', 'rerenderings'],
    'message-views': ['received', 'records'],
    audiences: ['received', 'records', 'message-views'],
    changes: ['topics', 'records', 'audiences'],
    'user-topics': ['received', 'topics'],
    search: ['watermark', 'message-views'],
    narrows: ['received', 'topics', 'records', 'access', 'user-topics', 'search'],
    messages: ['received', 'records', 'access', 'message-views', 'user-topics', 'search', 'narrows'],
    flags: ['received', 'topics', 'records', 'access', 'watermark', 'audiences', 'user-topics', 'narrows', 'messages'],
    'sender-mutes': ['received', 'records', 'flags'],
    removals: ['received', 'records', 'attachments', 'audiences', 'user-topics', 'flags'],
    'guest-visibility': ['received'],
    'push-candidates': ['received', 'message-views'],
    'link-previews': ['rerenderings'],
    rendering: ['topics', 'authors', 'rerenderings', 'attachments', 'audiences', 'search', 'link-previews'],
    polls: ['records', 'access', 'audiences', 'user-topics'],
    writing: [
      'received',
      'records',
      'attachments',
      'message-views',
      'user-topics',
      'narrows',
      'push-candidates',
      'link-previews',
      'rendering',
      'polls',
      'sender-mutes',
    ],
    notices: ['message-views', 'received', 'records', 'removals', 'user-topics', 'writing'],
    sending: [
      'guest-visibility',
      'message-views',
      'messages',
      'notices',
      'polls',
      'received',
      'records',
      'rendering',
      'topics',
      'user-topics',
      'writing',
    ],
    moving: [
      'access',
      'audiences',
      'changes',
      'flags',
      'notices',
      'received',
      'records',
      'removals',
      'sending',
      'topics',
      'user-topics',
    ],
    explanations: ['moving', 'sending'],
    deleting: ['topics', 'records', 'access', 'attachments', 'user-topics', 'removals', 'moving'],
    editing: [
      'received',
      'topics',
      'records',
      'access',
      'attachments',
      'audiences',
      'changes',
      'link-previews',
      'rendering',
      'sending',
      'moving',
    ],
    'mail-notifications': ['received', 'watermark', 'message-views', 'user-topics', 'messages'],
    reading: [
      'received',
      'topics',
      'records',
      'watermark',
      'message-views',
      'user-topics',
      'messages',
      'flags',
      'guest-visibility',
    ],
    reactions: ['received', 'records', 'access', 'audiences', 'user-topics'],
    scheduling: ['topics', 'records', 'authors', 'attachments', 'writing', 'notices', 'sending'],
    reminders: ['authors', 'message-views', 'messages', 'rendering', 'notices', 'mail-notifications', 'scheduling'],
    retention: ['records', 'attachments', 'removals'],
    'exported-messages': ['access', 'message-views', 'records'],
    typing: ['topics', 'records', 'access', 'message-views', 'audiences', 'changes', 'user-topics', 'sending'],
  },
  drafts: { drafts: [], 'saved-snippets': [] },
  moderation: { reports: [] },
  push: {
    relay: [],
    payloads: [],
    devices: ['relay'],
    tokens: ['relay', 'payloads', 'devices'],
    notifications: ['relay', 'payloads', 'devices', 'tokens'],
    status: [],
  },
  'sign-in': {
    providers: [],
    accounts: ['providers'],
    oidc: ['accounts', 'providers'],
    'group-links': ['accounts', 'providers'],
    previews: ['accounts', 'group-links', 'providers'],
    ldap: ['accounts', 'providers'],
    'directory-runs': ['accounts', 'group-links', 'ldap', 'providers'],
    saml: ['accounts', 'providers'],
    scim: ['accounts', 'providers'],
    'factor-mails': [],
    'second-factors': ['factor-mails'],
    'second-steps': ['second-factors'],
  },
};

const betweenNouns = Object.entries(NOUN_MAY_IMPORT).flatMap(([context, nouns]) => {
  const folders = readdirSync(`libs/${context}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unknown = folders.filter(({ name }) => !(name in nouns) && name !== 'testing');
  if (unknown.length > 0) throw new Error(`No row in the table of nouns for: ${unknown.map(({ name }) => name)}`);
  const src = `^libs/${context}/src/`;
  return Object.entries(nouns).flatMap(([noun, others]) => [
    {
      name: `${context}-${noun}-imports-only-what-it-may`,
      severity: 'error',
      from: { path: `${src}${noun}/` },
      to: {
        path: `${src}([^/]+/|index\\.ts$|[^/]+\\.module\\.ts$)`,
        pathNot: `${src}(${[noun, ...others].join('|')})/`,
      },
    },
    {
      name: `${context}-${noun}-keeps-its-repositories`,
      severity: 'error',
      from: { path: src, pathNot: `${src}(${noun}/|index\\.ts$)` },
      to: { path: `${src}(?!records/)${noun}/.*\\.(repository|entity)\\.ts$` },
    },
  ]);
});

const insideAContext = [
  {
    name: 'domain-decides-and-does-nothing-else',
    severity: 'error',
    from: { path: CONTEXT, pathNot: [`\\.(${SUFFIXED.join('|')})\\.ts$`, '/index\\.ts$'] },
    to: { path: [kind('http', 'service', 'repository'), FRAMEWORKS] },
  },
  {
    name: 'repositories-know-no-services',
    severity: 'error',
    from: { path: kind('repository', 'entity') },
    to: { path: kind('http', 'service') },
  },
  {
    name: 'entities-are-for-repositories',
    severity: 'error',
    from: { path: CONTEXT, pathNot: [kind('repository', 'entity'), '\\.(module|spec)\\.ts$'] },
    to: { path: kind('entity') },
  },
  {
    name: 'services-know-no-http',
    severity: 'error',
    from: { path: kind('service') },
    to: { path: [kind('http'), 'node_modules/(fastify|@fastify)/'] },
  },
  {
    name: 'controllers-import-no-repositories',
    severity: 'error',
    from: { path: kind('http') },
    to: { path: kind('repository') },
  },
];

/**
 * The browser client (docs/web-client.md): HTTP is in `packages/client` and `server`; the store knows what there is, and no
 * view; views read the store and call `server`.
 */
const WEB = '^apps/web/src/';
const browserClient = [
  {
    name: 'client-package-stands-alone',
    severity: 'error',
    from: { path: '^packages/client/' },
    to: { pathNot: '^packages/client/' },
  },
  {
    name: 'browser-client-imports-nothing-of-the-server',
    severity: 'error',
    from: { path: '^apps/web/' },
    to: { path: '^(libs|migrations|apps/(server|push-relay))/' },
  },
  {
    name: 'server-knows-no-browser-client',
    severity: 'error',
    from: { path: '^(libs|migrations|apps/(server|push-relay))/' },
    to: { path: '^(apps/web|packages)/' },
  },
  {
    name: 'links-know-nothing',
    severity: 'error',
    from: { path: `${WEB}links/` },
    to: { pathNot: `${WEB}links/` },
  },
  {
    name: 'store-knows-no-component-and-no-http',
    severity: 'error',
    from: { path: `${WEB}store/` },
    to: { pathNot: [`${WEB}(store|links)/`, 'node_modules/@preact/signals-core/', '^packages/client/src/index\\.ts$'] },
  },
  {
    name: 'http-knows-no-component',
    severity: 'error',
    from: { path: `${WEB}server/` },
    to: { path: WEB, pathNot: `${WEB}(server|store|links|i18n)/` },
  },
  {
    name: 'components-know-no-http',
    severity: 'error',
    from: { path: WEB, pathNot: `${WEB}(server/|store/|main\\.tsx$)` },
    to: { path: '^packages/client/', dependencyTypesNot: ['type-only'] },
  },
];

module.exports = {
  forbidden: [
    ...browserClient,
    ...betweenContexts,
    ...betweenApplications,
    ...betweenNouns,
    ...insideAContext,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: '(\\.spec\\.ts|migrations/|apps/web/worker/|apps/[^/]+/src/(main|generate|cli)\\.tsx?)',
      },
      to: {},
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.spec\\.ts$', 'apps/web/vite\\.config\\.ts$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};

/** For docs/nouns.md; not enumerable, since it is no option of dependency-cruiser. */
Object.defineProperty(module.exports, 'nouns', { value: NOUN_MAY_IMPORT });
