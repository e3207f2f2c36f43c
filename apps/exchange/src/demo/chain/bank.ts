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
/** The contract of the demo's USDT, the same on each of its networks: the account's first transaction makes it. */
export const bankUsdt = lowerCaseAddress(getContractAddress({ from: account.address, nonce: 0n }));
const usdtSupply = 1_000_000_000_000n;

interface BankOptions {
  readonly chainId: number;
  readonly usdtDecimals: number;
}

/** The account that owns all coins of the demo's chain and pays them out. */
export interface Bank {
  /** The demo's USDT. */
  readonly usdt: Address;
  readonly address: Address;
  /** Sends coins, the chain's own or USDT, in the smallest units; resolves once the node has accepted the transaction, before it is in a block. */
  send(contract: Address | null, to: Address, amount: bigint): Promise<Hash>;
  balance(contract: Address | null, of: Address): Promise<bigint>;
  /** Mines a block, on a chain without automatic blocks. */
  mine(): Promise<void>;
}

/** Opens a chain's bank, and deploys the USDT contract if it is missing. */
export async function openBank(url: string, { chainId, usdtDecimals }: BankOptions): Promise<Bank> {
  const chain = defineChain({
    id: chainId,
    name: 'FFT demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const reader = createPublicClient({ chain, transport: http(url), pollingInterval: 100, cacheTime: 0 });
  const wallet = createWalletClient({ account, chain, transport: http(url) });
  const usdt = bankUsdt;
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs transactions one after the other, as their nonces are consecutive. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done;
  };

  if ((await reader.getCode({ address: usdt })) === undefined) {
    const hash = await wallet.deployContract({
      abi: testToken.abi,
      bytecode: testToken.bytecode,
      args: ['Tether USD', 'USDT', usdtDecimals, usdtSupply * 10n ** BigInt(usdtDecimals)],
      nonce: 0,
    });
    await reader.request({ method: 'evm_mine' as never });
    await reader.waitForTransactionReceipt({ hash });
  }
  const mine = async (): Promise<void> => void (await reader.request({ method: 'evm_mine' as never }));
  return {
    usdt,
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
