import { fastify } from 'fastify';
import { answerHealth } from '../transport/http/health.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  /** All metrics, as Prometheus reads them. */
  readonly read: () => Promise<string>;
  readonly isReady: () => boolean | Promise<boolean>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves metrics on a separate port, which customers never reach. */
export async function serveMetrics({
  host,
  port,
  contentType,
  read,
  isReady,
}: MetricsServerOptions): Promise<MetricsServer> {
  const server = fastify({ logger: false });
  answerHealth(server, isReady);
  server.get('/metrics', async (_request, reply) => reply.type(contentType).send(await read()));
  await server.listen({ host, port });
  const address = server.addresses()[0];
  return { port: typeof address === 'object' ? address.port : port, close: () => server.close() };
}
