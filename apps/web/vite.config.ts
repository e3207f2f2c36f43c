import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandPlugin } from './build/brand-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
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

export default defineConfig({
  base: '/',
  plugins: [react(), brandPlugin(brand), serviceWorkerPlugin(), verifierPlugin(), compressPlugin()],
  build: {
    target: 'es2023',
    // What the budgets are measured by; not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict content security policy lets no data: addresses in.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // React changes seldom and stays cached over deployments; what every visit needs comes in one file.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
