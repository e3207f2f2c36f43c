import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
const proxy = {
  '/api': { target: server },
  '/demo': { target: server },
  '/ws': { target: server, ws: true },
};

export default defineConfig({
  base: '/',
  plugins: [react()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: true,
    // A strict content security policy lets no data: addresses in.
    assetsInlineLimit: 0,
  },
  server: { proxy },
  preview: { proxy },
});
