import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../../apps/web', import.meta.url));

export const otherBrand = {
  name: 'Acme Coins',
  version: '9.8.7',
  colors: {
    accent: '#ffa14a',
    accentText: '#ffc38a',
    accentFill: '#a85400',
    accentFillPressed: '#8a4500',
    glow: '#7a3d00',
  },
};

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72"><circle cx="36" cy="36" r="36" fill="#ffa14a"/></svg>`;

/** Copies the built app in `apps/web/dist`. */
export function copyApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fft-app-'));
  cpSync(join(web, 'dist'), folder, { recursive: true });
  return folder;
}

/** Builds the app under another name, for the API at `host`, into a separate folder. */
export function buildOtherBrand(host: string): string {
  const brandDir = mkdtempSync(join(tmpdir(), 'fft-brand-'));
  writeFileSync(join(brandDir, 'brand.json'), JSON.stringify({ ...otherBrand, host }));
  writeFileSync(join(brandDir, 'logo.svg'), logo);
  const outDir = mkdtempSync(join(tmpdir(), 'fft-app-'));
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  const parameters = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production', BRAND_DIR: brandDir };
  const { status, stderr } = spawnSync(process.execPath, parameters, { cwd: web, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the app under another name could not be built:\n${stderr}`);
  return outDir;
}

/** Replaces the served build with another, as a deployment does. The old files disappear. */
export function deploy(from: string, to: string): void {
  rmSync(join(to, 'assets'), { recursive: true });
  cpSync(from, to, { recursive: true, force: true });
}
