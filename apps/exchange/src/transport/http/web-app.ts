import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;
const policyName = 'content-security-policy';

const notBuiltPage = (workspace: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>FFT</title>
<h1>The web app is not built yet</h1>
<p>The API is running. Build the app with <code>npm run build --workspace ${workspace}</code>, then start again.</p>
<h1 lang="zh-CN">网页应用尚未构建</h1>
<p lang="zh-CN">接口已在运行。请执行 <code>npm run build --workspace ${workspace}</code>，然后重新启动。</p>
</html>
`;

/** The inline scripts or styles of a built page, as hash sources for its policy. */
function inPage(page: string, tag: 'script' | 'style'): string {
  const parts = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, part = '']) => part);
  return parts.map((part) => ` 'sha256-${createHash('sha256').update(part).digest('base64')}'`).join('');
}

/** The API's host where a build names one (`<meta name="api-host">`), as sources of calls and streams. */
function hostIn(page: string): string {
  const [, host = ''] = /<meta name="api-host" content="(https?:\/\/[^"'\s;,]+)"/.exec(page) ?? [];
  return host === '' ? '' : ` ${host} ${host.replace(/^http/, 'ws')}`;
}

/** Extends the policy of all pages by the API's host and the hashes of a built page's inline parts. Reads the page again after a deployment. */
function createPagePolicy(page: string): (policy: string) => string {
  let read = { atMs: -1, scripts: '', styles: '', host: '' };
  return (policy) => {
    const { mtimeMs: atMs } = statSync(page);
    if (read.atMs !== atMs) {
      const text = readFileSync(page, 'utf8');
      read = { atMs, scripts: inPage(text, 'script'), styles: inPage(text, 'style'), host: hostIn(text) };
    }
    return policy
      .replace("script-src 'self'", `script-src 'self'${read.scripts}`)
      .replace("style-src 'self'", `style-src 'self'${read.styles}`)
      .replace("connect-src 'self'", `connect-src 'self'${read.host}`);
  };
}

/**
 * Serves the built web app from a folder at `/`, or a page that explains how to build it. Files under `assets` have a content hash in their name and are
 * cached for a year; everything else is revalidated each time, so that a deployment shows immediately.
 */
export async function serveWebApp(server: FastifyInstance, folder: string, workspace = '@fft/web'): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuiltPage(workspace)));
    return;
  }
  const hashed = join(folder, 'assets') + sep;
  const policyOfPage = createPagePolicy(page);
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const forGood = path.startsWith(hashed);
      reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      // Also its compressed variants.
      if (!path.startsWith(page)) return;
      reply.header(policyName, policyOfPage(String(reply.raw.getHeader(policyName))));
    },
  });
}

/** Leads addresses of the app's pages without the # (`/pages/home/market?symbol=BTC/USDT`) into the app. */
export function leadIntoApp(server: FastifyInstance): void {
  for (const path of ['/pages/*', '/choose-location', '/open-location'])
    server.get(path, (request, reply) => reply.redirect(`/#${request.url}`));
}
