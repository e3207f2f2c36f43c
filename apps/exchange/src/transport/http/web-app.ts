import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;
const policyName = 'content-security-policy';

const notBuilt = (workspace: string): string => `<!doctype html>
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

/** What a built page holds by itself, scripts or styles, as its policy names them. */
function inPage(page: string, tag: 'script' | 'style'): string {
  const parts = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, part = '']) => part);
  return parts.map((part) => ` 'sha256-${createHash('sha256').update(part).digest('base64')}'`).join('');
}

/** The policy of a built page, made of that of all pages: what the build put into it may stand there. Read anew after a deployment. */
function createPagePolicy(page: string): (policy: string) => string {
  let read = { atMs: -1, scripts: '', styles: '' };
  return (policy) => {
    const { mtimeMs: atMs } = statSync(page);
    if (read.atMs !== atMs) {
      const text = readFileSync(page, 'utf8');
      read = { atMs, scripts: inPage(text, 'script'), styles: inPage(text, 'style') };
    }
    return policy
      .replace("script-src 'self'", `script-src 'self'${read.scripts}`)
      .replace("style-src 'self'", `style-src 'self'${read.styles}`);
  };
}

/**
 * Serves the built web app from a folder at `/`, or says how to build it. What lies under `assets` has its content's hash in its name
 * and is kept for good; everything else is asked for anew each time, so that a deployment shows at once.
 */
export async function serveWebApp(server: FastifyInstance, folder: string, workspace = '@fft/web'): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuilt(workspace)));
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
      // Packed or not.
      if (!path.startsWith(page)) return;
      reply.header(policyName, policyOfPage(String(reply.raw.getHeader(policyName))));
    },
  });
}
