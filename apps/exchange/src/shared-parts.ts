import type { SharedParts } from './app.ts';
import { openSecrets } from './config/secrets.ts';
import type { Settings } from './config/settings.ts';
import { connectionsOfProcess } from './database/pools.ts';
import type { ChainsPlace, Demo } from './demo/demo.ts';
import type { Logger } from 'pino';
import type { Lifecycle } from './platform/lifecycle.ts';
import { startMailbox } from './platform/mail/mailbox.ts';
import type { Handlers, MessageCalls } from './platform/processes/message-calls.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { connectionsBesides } from './supervisor/count-gateways.ts';

/** What the supervisor runs once for all processes of the machine, and where they find it. */
export interface SharedPlaces {
  readonly databaseUrl: string;
  /** The demo's mailbox; null where mail goes to a server. */
  readonly mailboxUrl: string | null;
  readonly chains: ChainsPlace | null;
}

export interface OpenedParts {
  readonly places: SharedPlaces;
  /** What the processes may call. */
  readonly handlers: Handlers;
}

interface OpeningParts {
  readonly demo: Demo;
  readonly settings: Settings;
  readonly gateways: number;
  readonly log: Logger;
  readonly say: (line: string) => void;
  readonly lifecycle: Lifecycle;
}

/** Opens the embedded PostgreSQL, the demo's mailbox and its chains, as far as the settings have them. */
export async function openSharedParts({
  demo,
  settings,
  gateways,
  log,
  say,
  lifecycle,
}: OpeningParts): Promise<OpenedParts> {
  const secrets = await openSecrets(settings);
  const databaseUrl = settings.databaseUrl ?? (await openPostgres({ settings, gateways, say, lifecycle }));
  const mailbox = settings.smtpUrl === null ? await startMailbox() : null;
  if (mailbox) lifecycle.onClose(() => mailbox.close());
  const chains = await demo.openChains({ settings, secrets, log, lifecycle });
  for (const job of chains?.jobs ?? []) lifecycle.startJob(job);
  return {
    places: { databaseUrl, mailboxUrl: mailbox?.smtpUrl ?? null, chains: chains && chains.place },
    handlers: {
      mails: (to: string | undefined) => mailbox?.mails(to) ?? [],
      ...chains?.handlers,
    },
  };
}

async function openPostgres({
  settings: { dataDir },
  gateways,
  say,
  lifecycle,
}: Pick<OpeningParts, 'settings' | 'gateways' | 'say' | 'lifecycle'>): Promise<string> {
  const maxConnections = Math.max(100, gateways * connectionsOfProcess + 2 * connectionsBesides);
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections, log: say });
  lifecycle.onClose(() => postgres.stop());
  return postgres.url;
}

/** The shared parts, as one of the processes reaches them. */
export function reachParts(
  { mailboxUrl, chains }: SharedPlaces,
  supervisor: MessageCalls,
): Pick<SharedParts, 'mailbox' | 'chains'> {
  return {
    mailbox: mailboxUrl === null ? null : { smtpUrl: mailboxUrl, mails: (to) => supervisor.call('mails', to) },
    chains: chains && { place: chains, supervisor },
  };
}
