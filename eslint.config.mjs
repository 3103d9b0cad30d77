import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'data',
      'node_modules',
      'coverage',
      'docs',
      'packages/client/src/generated',
      'apps/web/src/i18n/generated',
      'apps/web/vite.config.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unsafe-function-type': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/event-emitter',
              importNames: ['OnEvent'],
              message: 'Its listeners run in parallel and swallow errors: use @OnDomainEvent.',
            },
          ],
        },
      ],
    },
  },
  // The product. Tests read JSON of any shape.
  {
    files: ['apps/{server,push-relay}/**/*.ts', 'libs/**/*.ts', 'migrations/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      ...tseslint.configs.recommendedTypeCheckedOnly.at(-1).rules,
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // `async` also makes a rejection of what is thrown, and a promise where a port asks for one.
      '@typescript-eslint/require-await': 'off',
      // Functions of libraries and parsers that are passed on do not read `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  // What is not in the product. Tests read JSON of any shape, and the rules about `any` take most of the time of all.
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', '**/*.spec.ts', 'packages/**/*.ts', 'apps/web/**/*.{ts,tsx}'],
    rules: Object.fromEntries(
      [
        'await-thenable',
        'no-array-delete',
        'no-base-to-string',
        'no-duplicate-type-constituents',
        'no-for-in-array',
        'no-implied-eval',
        'no-redundant-type-constituents',
        'no-unsafe-enum-comparison',
        'only-throw-error',
        'prefer-promise-reject-errors',
        'restrict-plus-operands',
      ].map((rule) => [`@typescript-eslint/${rule}`, 'error']),
    ),
  },
  // Cases of one subject stand together.
  {
    files: ['test/**', 'bench/**', '**/*.spec.ts'],
    rules: { 'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }] },
  },
  // A file that prints to the terminal is one whose purpose that is.
  {
    files: ['apps/*/src/{main,welcome,generate,cli}.ts', 'apps/*/src/cli/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  // The CommonJS files that tools insist on.
  { files: ['**/*.js', '**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
