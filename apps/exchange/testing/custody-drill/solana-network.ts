import { hotKey, SolanaPrivateKeys, SolanaPublicKeys } from '@fft/chains';
import { setTimeout as delay } from 'node:timers/promises';
import { SolanaNode } from '../../src/custody/chains/solana/solana-node.ts';
import { SolanaBank } from '../../../demo/src/chain/solana/solana-bank.ts';
import { serveSolana } from '../../../demo/src/chain/solana/solana-server.ts';
import { SolanaVm } from '../../../demo/src/chain/solana/solana-vm.ts';
import { networks } from '../../src/assets/networks.ts';
import type { Network } from './network.ts';
import { recordedFees } from './recorded-fees.ts';
import { openSolanaLiar } from './solana-liar.ts';

const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(44)).xpub);
const lamports = 1_000_000_000n;
const [fundedSol, fundedTokens] = [10_000n * lamports, 10n ** 13n];
/** How long the node is away when it is killed. Other nodes make the blocks meanwhile. */
const awayMs = 1_500;
const mints = networks.flatMap(({ chain, contract }) => (chain === 'SOL' && contract !== null ? [contract] : []));

/** Solana's own VM in this process, behind a server that can be closed. */
export async function openSolanaNetwork(): Promise<Network> {
  const vm = await SolanaVm.create();
  const bank = new SolanaBank(vm, new Uint8Array(32).fill(5));
  for (const mint of mints) bank.createToken(mint);
  let server = await serveSolana(vm);
  const rpcUrl = server.url;
  const node = new SolanaNode(rpcUrl);
  let back: Promise<void> = Promise.resolve();
  return {
    chain: 'SOL',
    rpcUrl,
    network: 'solana',
    contracts: {},
    settings: {},
    hotOf: (xpub) => new SolanaPublicKeys(xpub).addressOf(hotKey),
    outsider: (index) => outside.addressOf({ branch: 0, index }),
    fund: async (hot) => {
      bank.pay(null, hot, fundedSol);
      for (const mint of mints) bank.pay(mint, hot, fundedTokens);
    },
    isFunded: async (hot) => (await node.balance(hot, mints.at(-1) ?? null)) > 0n,
    step: async (mayMine) => ({ lost: 0, height: (mayMine ? vm.mine() : vm.tip).slot }),
    pay: async (mint, to, amount) => bank.pay(mint, to, amount),
    balance: async (mint, addresses) => {
      const balances = await Promise.all(addresses.map((address) => node.balance(address, mint)));
      return balances.reduce((sum, one) => sum + one, 0n);
    },
    fees: (database) => recordedFees(database, 'SOL'),
    kill: async () => {
      await back;
      await server.close();
      back = delay(awayMs).then(async () => {
        server = await serveSolana(vm, { port: Number(new URL(rpcUrl).port) });
      });
    },
    liar: (door) => openSolanaLiar(door, () => vm.tip.slot),
    close: async () => {
      await back;
      await server.close();
    },
  };
}
