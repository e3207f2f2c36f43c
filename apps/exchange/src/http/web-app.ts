import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const yearSeconds = 31_536_000;

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

/**
 * Serves the built web app from a folder at `/`, or says how to build it. What lies under `assets` has its content's hash in its name
 * and is kept for good; everything else is asked for anew each time, so that a deployment shows at once.
 */
export async function serveWebApp(server: FastifyInstance, folder: string, workspace = '@fft/web'): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuilt(workspace)));
    return;
  }
  const hashed = join(folder, 'assets') + sep;
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const forGood = path.startsWith(hashed);
      reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
}
