import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandPlugin } from './build/brand-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { readBrand } from './build/read-brand.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { verifierPlugin } from './build/verifier-plugin.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
/** A product under another name is another folder: see brand/README.md. */
const brand = readBrand(resolve(process.env.BRAND_DIR ?? fileURLToPath(new URL('brand', import.meta.url))));

const proxy = {
  '/api': { target: server },
  '/demo': { target: server },
  '/ws': { target: server, ws: true },
};

/** What several pages have in common, by what they are about. */
const sharedGroups = [
  {
    name: 'forms',
    test: /[\\/]src[\\/]((kit|forms|codes|shell|session|passwords)[\\/]|texts[\\/](forms|codes)\.)/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'market',
    test: /[\\/](src[\\/](live|market-data|pages[\\/](trade|kline|deal))[\\/]|texts[\\/]trade\.)/,
    minShareCount: 3,
    priority: 2,
  },
  // Before those that would take them along: what they are about is wanted without them too.
  { name: 'decimal', test: /[\\/]packages[\\/]decimal[\\/]/, minShareCount: 2, priority: 3 },
  { name: 'controls', test: /[\\/]src[\\/](format|kit|shell)[\\/]/, minShareCount: 2, priority: 2 },
  { name: 'orders', test: /[\\/]pages[\\/]trade[\\/](form|send|orders)[\\/]/, minShareCount: 2, priority: 1 },
  {
    name: 'credentials',
    test: /[\\/]src[\\/](pages[\\/]login|passkeys|texts[\\/](login|passkeys)|passport)/,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  base: '/',
  plugins: [react(), brandPlugin(brand), preloadPlugin(), serviceWorkerPlugin(), verifierPlugin(), compressPlugin()],
  build: {
    target: 'es2023',
    // What the budgets are measured by; not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict content security policy lets no data: addresses in.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry names every file, and comes first: a kilobyte of names would.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // On a phone's line a request costs more than some kilobytes: what belongs together comes in one file.
          groups: [
            // Comes first, and asks for the rest.
            { name: 'entry', tags: ['$initial'], priority: 5 },
            // Changes seldom, and stays cached over deployments.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 4,
            },
            // What every visit needs, and the page that most visits begin with.
            { name: 'app', test: /[\\/]src[\\/](app[\\/]start|pages[\\/]home[\\/]HomePage)\.tsx$/, priority: 3 },
            ...sharedGroups,
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
