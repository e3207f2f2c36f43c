import { lowerCaseAddress, tokenAbi, testToken } from '@fft/chains';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getContractAddress,
  http,
  type Address,
  type Hash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The well-known first account of a local chain, which owns all of its coin. Worthless anywhere else. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
/** The well-known second account, which deploys a second token and does nothing else. */
const issuer = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');

/** The demo's tokens. Each maker's first transaction deploys its token, so the contract's address is known beforehand and equal on all networks. */
const tokens = [
  { coin: 'USDT', name: 'Tether USD', maker: account },
  { coin: 'USDC', name: 'USD Coin', maker: issuer },
] as const;
type BankToken = (typeof tokens)[number]['coin'];
/** Contracts of the demo's tokens. */
export const bankContracts = Object.fromEntries(
  tokens.map(({ coin, maker }) => [coin, lowerCaseAddress(getContractAddress({ from: maker.address, nonce: 0n }))]),
) as Readonly<Record<BankToken, Address>>;
const tokenSupply = 1_000_000_000_000n;
/** The maximum cost of deploying a token, in the chain's smallest units. */
const makingCost = 10n ** 17n;

interface BankOptions {
  readonly chainId: number;
  /** The decimals of every token. */
  readonly tokenDecimals: number;
}

/** The account that owns all coins of the demo's chain and pays them out. */
export interface Bank {
  /** The demo's USDT. */
  readonly usdt: Address;
  /** The demo's tokens by coin. */
  readonly contracts: Readonly<Record<BankToken, Address>>;
  readonly address: Address;
  /** Sends the chain's own coin or a token, in the smallest units. Resolves once the node accepts the transaction, before a block includes it. */
  send(contract: Address | null, to: Address, amount: bigint): Promise<Hash>;
  balance(contract: Address | null, of: Address): Promise<bigint>;
  /** Mines a block, on a chain without automatic blocks. */
  mine(): Promise<void>;
}

/** Opens a chain's bank, and deploys the tokens that are missing. */
export async function openBank(url: string, { chainId, tokenDecimals }: BankOptions): Promise<Bank> {
  const chain = defineChain({
    id: chainId,
    name: 'FFT demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const reader = createPublicClient({ chain, transport: http(url), pollingInterval: 100, cacheTime: 0 });
  const wallet = createWalletClient({ account, chain, transport: http(url) });
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs transactions one after the other, as their nonces are consecutive. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done;
  };

  const mine = async (): Promise<void> => void (await reader.request({ method: 'evm_mine' as never }));
  const done = async (hash: Hash): Promise<void> => {
    await mine();
    await reader.waitForTransactionReceipt({ hash });
  };
  for (const { coin, name, maker } of tokens) {
    const token = { address: bankContracts[coin], abi: tokenAbi } as const;
    const making = createWalletClient({ account: maker, chain, transport: http(url) });
    const supply = tokenSupply * 10n ** BigInt(tokenDecimals);
    const isMissing = (await reader.getCode({ address: token.address })) === undefined;
    if (isMissing && (await reader.getBalance({ address: maker.address })) < makingCost)
      await done(await wallet.sendTransaction({ to: maker.address, value: makingCost }));
    const args = [name, coin, tokenDecimals, supply] as const;
    if (isMissing) await done(await making.deployContract({ ...testToken, args, nonce: 0 }));
    if (maker === account) continue;
    // A killed start may leave the supply with the maker, so every start checks.
    const left = await reader.readContract({ ...token, functionName: 'balanceOf', args: [maker.address] });
    if (left > 0n)
      await done(await making.writeContract({ ...token, functionName: 'transfer', args: [account.address, left] }));
  }
  return {
    usdt: bankContracts.USDT,
    contracts: bankContracts,
    mine,
    address: lowerCaseAddress(account.address),
    send: (contract, to, amount) =>
      inTurn(() =>
        contract === null
          ? wallet.sendTransaction({ to, value: amount })
          : wallet.writeContract({ address: contract, abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
      ),
    balance: (contract, of) =>
      contract === null
        ? reader.getBalance({ address: of })
        : reader.readContract({ address: contract, abi: tokenAbi, functionName: 'balanceOf', args: [of] }),
  };
}
