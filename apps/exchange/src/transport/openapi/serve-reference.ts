import { readFileSync } from 'node:fs';
import { calls, type Lang } from '@fft/contract';
import manifest from '../../../package.json' with { type: 'json' };
import { ownFile } from '../../platform/own-files.ts';
import { fieldsOf, jsonType } from '../http/envelope.ts';
import type { Settings } from '../../config/settings.ts';
import type { Api } from '../http/route.ts';
import { PackedDocument } from '../http/packed-document.ts';
import { asyncApiOf } from './asyncapi.ts';
import { openApiOf } from './openapi.ts';

const files = [
  { path: '/reference', name: 'reference.html', type: 'text/html; charset=utf-8' },
  { path: '/reference.css', name: 'reference.css', type: 'text/css; charset=utf-8' },
  { path: '/reference.js', name: 'reference.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** Serves the API reference: an OpenAPI document of the calls, an AsyncAPI document of the socket, and a page to try calls. Production omits the demo's calls. */
export function serveReference(
  { server }: Pick<Api, 'server'>,
  { mode, brandName: brand, publicUrl }: Pick<Settings, 'mode' | 'brandName' | 'publicUrl'>,
): void {
  const { demo, ...served } = calls;
  const isDemo = mode === 'demo';
  const described = { calls: isDemo ? { ...served, demo } : served, version: manifest.version, brand, publicUrl };
  // Each document is a few hundred kilobytes: it is encoded once, for the first who reads it, and delays no start.
  // English is the default, because tools and their authors read it.
  const documents = { openapi: openApiOf, asyncapi: asyncApiOf } as const;
  for (const [name, describe] of Object.entries(documents)) {
    const encoded = new Map<Lang, PackedDocument>();
    server.get(`/api/${name}.json`, (request, reply) => {
      const lang = fieldsOf(request.query)['lang'] === 'zh' ? 'zh' : 'en';
      const document = encoded.get(lang) ?? new PackedDocument(JSON.stringify(describe({ ...described, lang })));
      encoded.set(lang, document);
      return document.send(request, reply.type(jsonType));
    });
  }
  for (const { path, name, type } of files) {
    const content = readFileSync(ownFile(`src/transport/openapi/page/${name}`), 'utf8');
    server.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
}
