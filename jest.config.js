/** Packages that ship ES modules only; jest's CommonJS runtime needs them transformed. */
const esmOnly = [
  'cookie',
  'content-disposition',
  '@fastify/static',
  'fast-check',
  'pure-rand',
  'markdown-it',
  'entities',
  'linkify-it',
  'mdurl',
  'uc.micro',
  'punycode.js',
  '@fastify/cookie',
  'nodemailer',
  'smtp-server',
  'postal-mime',
  'url-template',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'parse5',
  're2js',
  'piscina',
  '@zxcvbn-ts',
  'jose',
  'p-limit',
  'yocto-queue',
];

const jsc = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  target: 'es2022',
  keepClassNames: true,
};
const alias = {
  '^@app/([^/]+)$': '<rootDir>/libs/$1/src',
  '^@migrations$': '<rootDir>/migrations',
  '^@parley/client$': '<rootDir>/packages/client/src',
};
const common = {
  // Its usual place is the directory for temporary files, which is another one for each run (scripts/test.mjs).
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/scripts/jest/environment.cjs',
  runtime: '<rootDir>/scripts/jest/runtime.cjs',
  moduleNameMapper: alias,
  transform: {
    '^.+\\.ts$': ['@swc/jest', { swcrc: false, jsc, module: { type: 'commonjs' }, sourceMaps: 'inline' }],
    '^.+\\.m?js$': ['@swc/jest', { swcrc: false, jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`, '<rootDir>/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
};

module.exports = {
  // The last resort against a test that hangs. A machine with other work may take many times as long as a quiet one.
  testTimeout: 600_000,
  testSequencer: './scripts/longest-first.cjs',
  // Two more than CI has cores: a file waits for PostgreSQL, for commands and for clocks longer than it computes.
  maxWorkers: 4,
  // What worlds leave behind adds up, as the server and packages stay loaded from file to file.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,packages}/**/*.spec.ts'] },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
