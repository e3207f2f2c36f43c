import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { blockhashLife, type SolanaVm, type VmBlock, type VmTransaction } from './solana-vm.ts';

export interface SolanaServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface SolanaServerOptions {
  /** By default a free port. */
  readonly port?: number;
  /** The number of later blocks that make a block final; 0 by default. */
  readonly finalAfter?: () => number;
  /** Receives each sent transaction. By default the transaction waits for the next block. */
  readonly onSend?: (raw: Uint8Array) => void;
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Answer = (...params: readonly never[]) => unknown;

/** Serves a chain by JSON-RPC, in the documented shapes of the methods that the exchange calls. */
export async function serveSolana(chain: SolanaVm, options: SolanaServerOptions = {}): Promise<SolanaServer> {
  const answers = answersOf(chain, options);
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { id, method, params = [] } = body as { id: unknown; method: string; params?: never[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answerOf(answers[method], params) }));
    });
  });
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerOf(answer: Answer | undefined, params: never[]): object {
  try {
    if (!answer) throw new RpcError(-32_601, 'Method not found');
    return { result: answer(...params) };
  } catch (error) {
    if (error instanceof RpcError) return { error: { code: error.code, message: error.message } };
    return { error: { code: -32_603, message: String(error) } };
  }
}

/** The parts of the chain that count as final. */
interface Final {
  readonly tip: () => VmBlock;
  readonly blocks: () => readonly VmBlock[];
  readonly context: () => object;
}

function answersOf(chain: SolanaVm, { finalAfter = () => 0, onSend }: SolanaServerOptions): Record<string, Answer> {
  const tip = (): VmBlock => chain.blocks.at(-1 - finalAfter()) ?? chain.tip;
  const final: Final = {
    tip,
    blocks: () => chain.blocks.filter(({ slot }) => slot <= tip().slot),
    context: () => ({ context: { slot: tip().slot } }),
  };
  const send = onSend ?? ((raw: Uint8Array) => void chain.send(raw));
  return {
    ...blockAnswers(final),
    ...accountAnswers(chain, final),
    ...sendingAnswers(chain, final, send),
  };
}

function blockAnswers({ tip, blocks }: Final): Record<string, Answer> {
  const blockAt = (slot: number): VmBlock => {
    if (slot > tip().slot) throw new RpcError(-32_004, `Block not available for slot ${slot}`);
    const [first] = blocks();
    if (first && slot < first.slot) throw new RpcError(-32_001, `Block ${slot} cleaned up`);
    const block = blocks().find((one) => one.slot === slot);
    if (!block)
      throw new RpcError(-32_007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);
    return block;
  };
  return {
    getGenesisHash: () => genesis,
    getSlot: () => tip().slot,
    getBlocksWithLimit: (from: number, limit: number) =>
      blocks()
        .map(({ slot }) => slot)
        .filter((slot) => slot >= from)
        .slice(0, limit),
    getBlock: (slot: number, { transactionDetails }: { transactionDetails: string }) => {
      const { transactions, slot: _, ...header } = blockAt(slot);
      const details = transactionDetails === 'accounts' && { transactions: transactions.map(inBlock) };
      return { ...header, blockTime: null, ...details };
    },
    getTransaction: (txid: string) => {
      const block = blocks().find(({ transactions }) => transactions.some((one) => one.txid === txid));
      const found = block?.transactions.find((one) => one.txid === txid);
      return block && found ? { slot: block.slot, blockTime: null, ...inBlock(found) } : null;
    },
  };
}

function accountAnswers({ vm }: SolanaVm, { context }: Final): Record<string, Answer> {
  const accountAt = (address: string) => {
    const account = vm.getAccount(address);
    return account.exists && account.lamports > 0n ? account : null;
  };
  return {
    getBalance: (address: string) => ({ ...context(), value: Number(accountAt(address)?.lamports ?? 0n) }),
    getTokenAccountBalance: (address: string) => {
      const account = accountAt(address);
      if (!account) throw new RpcError(-32_602, 'Invalid param: could not find account');
      const amount = String(Buffer.from(account.data).readBigUInt64LE(64));
      return { ...context(), value: { amount, decimals: 6, uiAmountString: amount } };
    },
    getAccountInfo: (address: string) => {
      const account = accountAt(address);
      if (!account) return { ...context(), value: null };
      const { programAddress: owner, executable, lamports, data: bytes } = account;
      const data = [Buffer.from(bytes).toString('base64'), 'base64'];
      return { ...context(), value: { owner, executable, lamports: Number(lamports), data, rentEpoch: 0 } };
    },
  };
}

function sendingAnswers(
  chain: SolanaVm,
  { tip, blocks, context }: Final,
  send: (raw: Uint8Array) => void,
): Record<string, Answer> {
  return {
    getLatestBlockhash: () => {
      const { blockhash, blockHeight } = tip();
      return { ...context(), value: { blockhash, lastValidBlockHeight: blockHeight + blockhashLife } };
    },
    isBlockhashValid: (blockhash: string, { minContextSlot = 0 }: { minContextSlot?: number }) => {
      if (tip().slot < minContextSlot) throw new RpcError(-32_016, 'Minimum context slot has not been reached');
      return { ...context(), value: chain.isValid(blockhash, tip()) };
    },
    getRecentPrioritizationFees: () =>
      blocks()
        .slice(-blockhashLife)
        .map(({ slot }) => ({ slot, prioritizationFee: 0 })),
    sendTransaction: (text: string) => {
      const raw = Buffer.from(text, 'base64');
      send(raw);
      return chain.idOf(raw);
    },
  };
}

const genesis = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';

function inBlock({ txid, accountKeys, err, preBalances, postBalances, ...tokens }: VmTransaction): object {
  return {
    version: 'legacy',
    transaction: {
      signatures: [txid],
      accountKeys: accountKeys.map((key) => ({ ...key, writable: true, source: 'transaction' })),
    },
    meta: {
      err: err === null ? null : { InstructionError: [0, err] },
      fee: 0,
      preBalances,
      postBalances,
      preTokenBalances: balances(tokens.preTokenBalances),
      postTokenBalances: balances(tokens.postTokenBalances),
    },
  };
}

function balances(all: VmTransaction['preTokenBalances']): object[] {
  return all.map(({ amount, ...one }) => ({
    ...one,
    uiTokenAmount: { amount, decimals: 6, uiAmountString: amount },
  }));
}
