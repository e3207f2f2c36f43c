import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { brandPlugin } from './build/brand-plugin.ts';
import { callWordsPlugin } from './build/call-words-plugin.ts';
import { planChunks } from './build/chunks/plan-chunks.ts';
import { consoleIconsPlugin } from './build/console-icons-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { firstTurnPlugin } from './build/first-turn-plugin.ts';
import { moduleListPlugin } from './build/module-list-plugin.ts';
import { noMutationsPlugin } from './build/no-mutations-plugin.ts';
import { pageStylesPlugin } from './build/page-styles-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { readBrand } from './build/read-brand.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { verifierPlugin } from './build/verifier-plugin.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
/** White-label products use another folder: see brand/README.md. */
const brand = readBrand(resolve(process.env.BRAND_DIR ?? fileURLToPath(new URL('brand', import.meta.url))));

const proxy = {
  '/api': { target: server },
  '/demo': { target: server },
  '/ws': { target: server, ws: true },
};

/** Libraries that a page needs nearly whole for its first paint. */
const large = /[\\/]node_modules[\\/](react-dom|klinecharts)[\\/]/;
/** Makes the browser compile the whole file while it downloads, instead of each function at its first call. */
const compiledAhead = '//# allFunctionsCalledOnLoad';

/** What makes the app's code out of its sources. */
const codePlugins = () => [react(), brandPlugin(brand), callWordsPlugin(), consoleIconsPlugin(), noMutationsPlugin()];

export default defineConfig(async ({ command }): Promise<UserConfig> => ({
  base: '/',
  plugins: [
    ...codePlugins(),
    pageStylesPlugin(),
    firstTurnPlugin(brand),
    preloadPlugin(),
    serviceWorkerPlugin(brand),
    verifierPlugin(),
    moduleListPlugin(),
    compressPlugin(),
  ],
  build: {
    target: 'es2023',
    // The budget tests read it; it is not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        postBanner: ({ moduleIds }) => (moduleIds.some((id) => large.test(id)) ? compiledAhead : ''),
        // The entry names every file and is loaded first, so names are short: 42 bits of hash.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { groups: command === 'build' ? await planChunks(codePlugins()) : [] },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
}));
