import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Built by scripts/build-web.mjs, which says where to. `npx vite apps/web` serves it for development, in front of a server. */
export default defineConfig({
  base: '/app/',
  resolve: {
    alias: { '@parley/client': fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url)) },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  build: {
    target: ['chrome111', 'firefox128', 'safari16.4'],
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(json|login|accounts|user_uploads|user_avatars|avatar|static)': 'http://127.0.0.1:9991' } },
});
