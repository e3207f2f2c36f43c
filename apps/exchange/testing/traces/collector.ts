import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Missing or empty without a parent. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly begun: bigint;
  readonly ended: bigint;
}

/** A collector that takes OTLP over HTTP, in JSON. */
export interface Collector {
  readonly url: string;
  readonly requests: number;
  readonly spans: readonly SentSpan[];
  /** Everything as it arrived. */
  readonly text: string;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

interface RawSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[] }[];
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return bodies.length;
    },
    get text() {
      return bodies.join('\n');
    },
    get spans() {
      const exports = bodies.map((body) => JSON.parse(body) as Export);
      return exports
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(spanOf);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spanOf({ startTimeUnixNano, endTimeUnixNano, attributes, ...span }: RawSpan): SentSpan {
  const facts = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]);
  return {
    ...span,
    facts: Object.fromEntries(facts) as SentSpan['facts'],
    begun: BigInt(startTimeUnixNano),
    ended: BigInt(endTimeUnixNano),
  };
}
