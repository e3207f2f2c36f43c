import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayProcess } from '../gateway-process.ts';
import type { Stage } from './stage.ts';

const figures = [
  'fft_journal_sequence',
  'fft_gateway_waiting_commands',
  'fft_projection_sequence',
  'fft_projection_waiting_rows',
  'fft_projection_writing',
  'fft_books_differ',
];
const logLines = 30;

/** Describes the state of each server and of PostgreSQL, for a drill whose orders are no longer answered. */
export async function describeStage({ gateways, postgres, postgresNews, dataDir }: Stage): Promise<readonly string[]> {
  const servers = await Promise.all(gateways().map(describeServer));
  const log = await readFile(join(dataDir, 'postgres/server.log'), 'utf8').catch(String);
  return [
    ...servers,
    `PostgreSQL: ${postgres.pid() === null ? 'none' : `process ${postgres.pid()}`}`,
    ...postgresNews.slice(-logLines),
    ...log.trim().split('\n').slice(-logLines),
  ];
}

async function describeServer(gateway: GatewayProcess): Promise<string> {
  const ready = fetch(`${gateway.url}/health/ready`).then((answer) => answer.text(), String);
  const values = figures.map(async (name) => `${name} ${await gateway.figure(name).catch(String)}`);
  return [`server ${gateway.pid}: ${await ready}`, ...(await Promise.all(values))].join(', ');
}
