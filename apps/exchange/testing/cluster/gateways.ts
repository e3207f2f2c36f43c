import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresUser } from '../../src/platform/postgres/postgres-user.ts';
import type { DatabaseCluster } from './cluster.ts';
import { untilUp } from '../faults/until.ts';
import { Program } from './program.ts';
import { addressOf } from './samples.ts';

/** A gateway as the samples' balancers know it. */
export interface Gateway {
  readonly url: string;
  readonly program: Program;
}

export interface GatewayOptions {
  readonly folder: string;
  readonly databases: DatabaseCluster;
  readonly user: PostgresUser;
  /** The console's port. */
  readonly consolePort: number;
}

/** The machines of the gateways in the samples. */
const machines = [11, 12];
const samplePort = 8080;
const program = join(import.meta.dirname, '../../dist/main.js');

/** Starts two gateways one after the other: the first migrates the database and makes the demo's market. */
export async function startGateways(options: GatewayOptions): Promise<Gateway[]> {
  const gateways: Gateway[] = [];
  for (const [index, machine] of machines.entries()) {
    const gateway = prepareGateway(index, machine, options);
    gateway.program.start();
    gateways.push(gateway);
    const isReady = async (): Promise<true | null> => ((await fetch(`${gateway.url}/health/ready`)).ok ? true : null);
    await untilUp(isReady, `the gateway at ${gateway.url} did not start; its log is in ${options.folder}`);
  }
  return gateways;
}

function prepareGateway(
  index: number,
  machine: number,
  { folder, databases, user, consolePort }: GatewayOptions,
): Gateway {
  const address = addressOf(databases.place, machine, samplePort);
  const [host = '', port = ''] = address.split(':');
  // Each has a data folder of its own, as on a machine of its own: it has what the process has seen of the journal.
  const home = join(folder, `gateway-${index + 1}`);
  mkdirSync(home, { recursive: true });
  if (index > 0) sharePictures(folder, home);
  const urlFile = join(home, 'database-url');
  writeFileSync(urlFile, databases.url, { mode: 0o600 });
  const { passwords } = databases.place;
  const settings = {
    MODE: 'demo',
    HOST: host,
    PORT: port,
    DATA_DIR: home,
    DATABASE_URL: '',
    DATABASE_URL_FILE: urlFile,
    TRUSTED_PROXIES: '127.0.0.1',
    CODE_SECRET: passwords['codes'],
    PASSWORD_PEPPER: passwords['pepper'],
    WITHDRAWAL_MAC_KEY: passwords['withdrawals'],
    CONSOLE_PORT: index === 0 ? String(consolePort) : '0',
    GATEWAYS: '1',
    MAKER: index === 0 ? 'on' : 'off',
    DEMO_CHAIN: 'off',
    REQUESTS_PER_10S: '0',
    METRICS_PORT: '',
  };
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const command = ['env', ...environment, process.execPath, program];
  const logFile = join(home, 'gateway.log');
  return { url: `http://${address}`, program: new Program({ user, command, logFile, isKept: true }) };
}

/** Production has a bucket for customers' pictures. */
function sharePictures(folder: string, home: string): void {
  const [there, here] = [join(folder, 'gateway-1/uploads'), join(home, 'uploads')];
  mkdirSync(there, { recursive: true });
  if (!existsSync(here)) symlinkSync(there, here);
}
