import { readFileSync } from 'node:fs';
import { calls, type Lang } from '@fft/contract';
import manifest from '../../../package.json' with { type: 'json' };
import { ownFile } from '../../platform/own-files.ts';
import { fieldsOf, jsonType } from '../http/envelope.ts';
import type { Settings } from '../../config/settings.ts';
import type { Api } from '../http/route.ts';
import { openApiOf } from './openapi.ts';

const files = [
  { path: '/reference', name: 'reference.html', type: 'text/html; charset=utf-8' },
  { path: '/reference.css', name: 'reference.css', type: 'text/css; charset=utf-8' },
  { path: '/reference.js', name: 'reference.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** Serves the API reference: an OpenAPI document, and a page to try calls. Production omits the demo's calls. */
export function serveReference(
  { server }: Pick<Api, 'server'>,
  { mode, brandName: brand, publicUrl }: Pick<Settings, 'mode' | 'brandName' | 'publicUrl'>,
): void {
  const { demo, ...served } = calls;
  const isDemo = mode === 'demo';
  const described = { calls: isDemo ? { ...served, demo } : served, version: manifest.version, brand, publicUrl };
  // Each document is a few hundred kilobytes: it is encoded once, for the first who reads it, and delays no start.
  const documents = new Map<Lang, Buffer>();
  const documentIn = (lang: Lang): Buffer => {
    const document = documents.get(lang) ?? Buffer.from(JSON.stringify(openApiOf({ ...described, lang })));
    documents.set(lang, document);
    return document;
  };
  // English is the default, because tools and their authors read it.
  server.get('/api/openapi.json', (request, reply) =>
    reply.type(jsonType).send(documentIn(fieldsOf(request.query)['lang'] === 'zh' ? 'zh' : 'en')),
  );
  for (const { path, name, type } of files) {
    const content = readFileSync(ownFile(`src/transport/openapi/page/${name}`), 'utf8');
    server.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}
