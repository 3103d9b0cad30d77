import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const WORKER = 'service-worker';

/** Tells the service worker the names of the files that it keeps; pictures and fonts are kept when they are used. */
const namesForWorker: Plugin = {
  name: 'names-for-worker',
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name) && name !== `${WORKER}.js`);
    const worker = bundle[`${WORKER}.js`];
    if (worker?.type !== 'chunk') throw new Error('There is no service worker.');
    worker.code = `const FILES=${JSON.stringify(names.sort())};${worker.code}`;
  },
};

/** Built by scripts/build-web.mjs, which says where to. `npx vite apps/web` serves it for development, in front of a server. */
export default defineConfig({
  base: '/app/',
  resolve: {
    alias: { '@parley/client': fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url)) },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  plugins: [namesForWorker],
  build: {
    rolldownOptions: {
      input: ['index.html', `worker/${WORKER}.ts`].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : '[name]-[hash].js'),
        // Each file that the first view needs would be a request.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], test: (id) => !id.includes(`/${WORKER}`) }] },
      },
    },
    target: ['chrome111', 'firefox128', 'safari16.4'],
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(json|login|accounts|user_uploads|user_avatars|avatar|static)': 'http://127.0.0.1:9991' } },
});
