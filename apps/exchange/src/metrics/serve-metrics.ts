import { fastify } from 'fastify';
import { answerHealth } from '../transport/http/health.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  readonly isReady: () => boolean;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves metrics on a separate port, which customers never reach. */
export async function serveMetrics({ host, port, metrics, isReady }: MetricsServerOptions): Promise<MetricsServer> {
  const server = fastify({ logger: false });
  answerHealth(server, isReady);
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  await server.listen({ host, port });
  const address = server.addresses()[0];
  return { port: typeof address === 'object' ? address.port : port, close: () => server.close() };
}
