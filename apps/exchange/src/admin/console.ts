import type { FastifyInstance } from 'fastify';
import type { Context, ContextOf } from '../context.ts';
import { ownFile } from '../platform/own-files.ts';
import { answerHealth } from '../transport/http/health.ts';
import type { Api } from '../transport/http/route.ts';
import { createHttpServer } from '../transport/http/server.ts';
import { serveWebApp } from '../transport/http/web-app.ts';
import { createWeights } from '../transport/http/weights.ts';
import { restrictToAllowedAddresses } from './staff/allow-list.ts';
import { offerDemoOperators } from './staff/demo-operators.ts';
import type { StaffAccess } from './staff/staff-access.ts';

type ConsoleSettings = NonNullable<Context['settings']['console']>;

/** The operators' own server: it serves no customers' call and accepts no customers' session. */
export interface Console {
  readonly server: FastifyInstance;
  /** Available once the server listens. */
  port(): number;
}

/** Bank statements that operators import are the largest; a form encodes a Chinese character in nine bytes. */
const maxStatementBytes = 2 * 1024 * 1024;
/** The limit for all operators together. The limit of customers' connections leaves room for them. */
const maxConsoleConnections = 100;

export async function openConsole(
  context: ContextOf<'admin'>,
  { allowedAddresses, port }: ConsoleSettings,
): Promise<Console> {
  const { settings, log, lifecycle, isReady } = context;
  const maxConnections = Math.min(settings.maxConnections, maxConsoleConnections);
  const server = await createHttpServer({
    settings: { ...settings, maxConnections, appOrigins: [] },
    log,
    tracing: context.tracing,
    maxBodyBytes: maxStatementBytes,
  });
  lifecycle.onClose(() => server.close());
  restrictToAllowedAddresses(server, allowedAddresses);
  answerHealth(server, isReady);
  return {
    server,
    port: () => {
      const [address] = server.addresses();
      return typeof address === 'object' ? address.port : port;
    },
  };
}

/** The operators' API, which requires an operator's session. */
export function consoleApi(
  { settings, log, tracing, isReady }: ContextOf<'admin'>,
  { server }: Console,
  { sessions }: StaffAccess,
): Api {
  return { server, sessions, log, tracing, weights: createWeights(settings.weightPer10s), isReady };
}

/** Serves the console's pages, and listens. Returns the address. */
export async function listen(
  { settings, secrets, storage, now }: ContextOf<'admin'>,
  { server, port }: Console,
  { roster }: StaffAccess,
  { host, port: wanted }: ConsoleSettings,
): Promise<string> {
  const { db } = storage.pools.operators;
  const { passwordPepper: pepper } = secrets;
  const { brandName: brand } = settings;
  if (settings.demoOperators) await offerDemoOperators({ server, db, roster, pepper, brand, now });
  await serveWebApp(server, ownFile('../console/dist'), '@fft/console');
  await server.listen({ host, port: wanted });
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port()}`;
}
