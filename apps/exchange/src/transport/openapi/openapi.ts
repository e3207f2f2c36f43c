import { apiKeyHeader, type Call, type Lang } from '@fft/contract';
import { areas, langText, overview, schemes } from './descriptions.ts';
import { addEnvelopes, failures, headers } from './envelopes.ts';
import { operationOf } from './operations.ts';
import { Schemas } from './schemas.ts';

/** Calls by area and name. */
export type CallsByArea = Readonly<Record<string, Readonly<Record<string, Call>>>>;

export interface Described {
  readonly calls: CallsByArea;
  readonly version: string;
  /** The product's name. */
  readonly brand: string;
  /** The address of the exchange, if it is known. */
  readonly publicUrl?: string | null;
  readonly lang: Lang;
}

type Json = Readonly<Record<string, unknown>>;

/** Describes calls as an OpenAPI document, from the schemas that validate requests and responses. Version 3.0 is the one that every generator reads (decision 116). */
export function openApiOf({ calls: described, version, brand, publicUrl = null, lang }: Described): Json {
  const schemas = new Schemas();
  addEnvelopes(schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [area, byName] of Object.entries(described)) {
    for (const [name, call] of Object.entries(byName)) {
      const path = (paths[call.path] ??= {});
      path[call.method.toLowerCase()] = operationOf(call, { area, name, lang, schemas });
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: brand,
      version,
      description: overview[lang],
      contact: { name: brand, ...(publicUrl !== null && { url: publicUrl }) },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    // A demo's address on this machine is no one else's.
    servers: [{ url: publicUrl?.startsWith('https:') === true ? publicUrl : '/' }],
    // The areas are those of the contract.
    tags: Object.keys(described).map((name) => ({ name, description: areas[name as keyof typeof areas][lang] })),
    paths,
    components: {
      schemas: Object.fromEntries([...schemas.components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      responses: failures(lang),
      parameters: { Lang: langParameter(lang) },
      headers,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'access-token', description: schemes.token[lang] },
        key: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: schemes.key[lang] },
        signature: { type: 'apiKey', in: 'query', name: 'signature', description: schemes.signature[lang] },
      },
    },
  };
}

function langParameter(lang: Lang): Json {
  const schema = { type: 'string', default: 'zh', example: lang };
  return { name: 'lang', in: 'query', description: langText[lang], required: false, schema };
}
