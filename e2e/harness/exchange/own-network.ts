import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A network that the exchange's code doesn't know, with a real chain and signer in a separate process. */
export interface OwnNetwork {
  /** Settings for an exchange that follows this network. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sends USDT over this network; `units` are millionths of USDT. */
  send(address: string, units: number): void;
  /** Balance of an address, in millionths of USDT. */
  balance(address: string): Promise<number>;
  close(): Promise<void>;
}

export const chain = 'EVM59144';
export const title = 'Linea';
export const explorer = 'https://explorer.example';

interface Printed extends Pick<OwnNetwork, 'settings'> {
  readonly usdt: string;
  readonly rpcUrl: string;
}

export async function openOwnNetwork(): Promise<OwnNetwork> {
  const program = join(import.meta.dirname, '../../../apps/exchange/testing/own-network-process.ts');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const first = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line)) as Printed);
  const printed = await Promise.race([first, ended.then(() => null)]);
  if (printed === null) throw new Error('the network did not start');
  const { settings, usdt, rpcUrl } = printed;
  return {
    settings,
    send: (address, units) => child.stdin.write(`${units} ${address}\n`),
    balance: async (address) => {
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ to: usdt, data }, 'latest'],
      });
      const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return Number(((await answer.json()) as { readonly result: string }).result);
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
