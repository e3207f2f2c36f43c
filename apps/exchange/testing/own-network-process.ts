import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hotKey, lowerCaseAddress, PublicKeys } from '@fft/chains';
import { pino } from 'pino';
import { parseEther } from 'viem';
import { SignerClient } from '../src/custody/payments/signer-client.ts';
import { findAnvil, startAnvil } from '../../demo/src/chain/anvil.ts';
import { openBank } from '../../demo/src/chain/bank.ts';
import { openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import { limit } from '../../demo/src/chain/limit.ts';

/**
 * A network that the code doesn't know, for journeys: a real chain of that id with a block each second, a signer whose settings describe it,
 * and a funded hot wallet. Prints the exchange's settings as JSON, and `UNITS ADDRESS` on its input sends that much USDT. Ends with its input.
 */
const chain = 'EVM59144';
const chainId = 59_144;
const macKey = 'a key of this journey, as long as it must be';
const log = pino({ level: 'silent' });
const ether = 10n ** 18n;

const program = findAnvil();
if (program === null) throw new Error('the local chain needs Linux on x64');
await using closing = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'fft-own-'));
closing.defer(() => rm(folder, { recursive: true, force: true }));
const anvil = await startAnvil({ folder, blockSeconds: 1, log, program, chainId });
closing.defer(() => anvil.stop());
const bank = await openBank(anvil.url, { chainId, tokenDecimals: 6 });
const amounts = {
  native: { ...limit(ether), coin: 'ETH' },
  [bank.usdt]: { ...limit(500_000_000_000n), coin: 'USDT', decimals: 6 },
};
const SIGNER_EVM = JSON.stringify({
  [chain]: { amounts, feeMax: String(ether / 20n), gasMax: String(ether / 50n) },
});
const signer = await openDemoChains({
  dataDir: join(folder, 'signer'),
  withdrawalMacKey: macKey,
  blockSeconds: null,
  log,
  chains: [],
  signer: { SIGNER_EVM },
});
closing.defer(() => signer.close());
const { xpub } = await new SignerClient(signer.signerSocket).keys(chain);
const hot = lowerCaseAddress(new PublicKeys(xpub).addressOf(hotKey));
await bank.send(null, hot, parseEther('10'));
await bank.send(bank.usdt, hot, 1_000_000_000n);
const settings = {
  MODE: 'demo',
  NETWORKS: JSON.stringify({
    [chain]: {
      nodes: [anvil.url],
      title: 'Linea',
      coin: 'ETH',
      confirmations: 2,
      finality: 'depth',
      blockSeconds: 1,
      maxGwei: 50,
      dataFee: 'none',
      explorer: 'https://explorer.example',
      coins: {
        USDT: { contract: bank.usdt, decimals: 6, fee: '0.5', min: '5', max: '500000', minDeposit: '1' },
        ETH: { contract: 'native', fee: '0.0001', min: '0.001', max: '200', minDeposit: '0.001' },
      },
    },
  }),
  SIGNER_SOCKET: signer.signerSocket,
  WITHDRAWAL_MAC_KEY: macKey,
  ONE_NODE: 'believed',
};
process.stdout.write(`${JSON.stringify({ settings, usdt: bank.usdt, rpcUrl: anvil.url })}\n`);
for await (const line of createInterface(process.stdin)) {
  const [units = '', address = ''] = line.split(' ');
  await bank.send(bank.usdt, lowerCaseAddress(address), BigInt(units));
}
