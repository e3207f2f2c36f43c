import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from '../web/build/compress-plugin.ts';
import { readBrand } from '../web/build/read-brand.ts';
import { brandPlugin } from './build/brand-plugin.ts';

const server = process.env.CONSOLE_URL ?? 'http://127.0.0.1:8081';
const brand = readBrand(resolve(process.env.BRAND_DIR ?? fileURLToPath(new URL('../web/brand', import.meta.url))));

export default defineConfig({
  base: '/',
  plugins: [react(), brandPlugin(brand), compressPlugin()],
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { port: 5174, proxy: { '/api': { target: server } } },
});
