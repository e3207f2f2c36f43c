import { createHash } from 'node:crypto';
import { solanaAddress, solanaPrograms } from '@fft/chains';
import { base58 } from '@scure/base';
import type * as Library from 'litesvm';

/** A token's balance in one of a transaction's accounts. */
interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: string;
}

/** A transaction in a block. Lamports are numbers, as in a node's answers. */
export interface VmTransaction {
  readonly txid: string;
  readonly accountKeys: readonly { readonly pubkey: string; readonly signer: boolean }[];
  /** Null if the transaction succeeded. */
  readonly err: string | null;
  readonly preBalances: readonly number[];
  readonly postBalances: readonly number[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}

export interface VmBlock {
  readonly slot: number;
  readonly parentSlot: number;
  readonly blockHeight: number;
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly transactions: readonly VmTransaction[];
}

export interface NewAccount {
  readonly address: string;
  readonly data: Buffer;
  readonly program: string;
  /** By default the minimum balance of an account of this size. */
  readonly lamports?: bigint;
}

/** How many blocks after the block of its blockhash can include a transaction. */
export const blockhashLife = 150;
/** The number of latest blocks that the chain keeps. */
const keptBlocks = 3_000;

/** A changed account, with its data in base64. Programs need no saving: the VM brings them. */
interface KeptAccount {
  readonly address: string;
  readonly lamports: string;
  readonly owner: string;
  readonly data: string;
}

interface State {
  readonly accounts: readonly KeptAccount[];
  readonly blocks: readonly VmBlock[];
}

/**
 * A Solana chain in one process. Solana's own VM executes the transactions, with its fees, rent and token programs.
 * This class makes the blocks and checks blockhashes, because the VM does neither.
 */
export class SolanaVm {
  readonly vm: Library.LiteSVM;
  readonly #library: typeof Library;
  readonly blocks: VmBlock[];
  #waiting: Uint8Array[] = [];
  readonly #included = new Set<string>();
  /** Addresses whose accounts may differ from those of a new VM. */
  readonly #touched = new Set<string>();

  private constructor(library: typeof Library, blocks: VmBlock[]) {
    this.#library = library;
    this.vm = new library.LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
    this.blocks = blocks;
    for (const { transactions } of blocks) for (const { txid } of transactions) this.#included.add(txid);
  }

  /** @throws if this platform has no binary of the VM */
  static async create(): Promise<SolanaVm> {
    const [previousBlockhash, blockhash] = ['before', 'genesis'].map(hashOf) as [string, string];
    const first = { slot: 0, parentSlot: 0, blockHeight: 0, blockhash, previousBlockhash, transactions: [] };
    return new SolanaVm(await loadSolanaVm(), [first]);
  }

  /** Opens a chain from what {@link text} returned. */
  static async from(text: string): Promise<SolanaVm> {
    const { accounts, blocks } = JSON.parse(text) as State;
    const chain = new SolanaVm(await loadSolanaVm(), [...blocks]);
    for (const { address, lamports, owner, data } of accounts)
      chain.put({ address, lamports: BigInt(lamports), program: owner, data: Buffer.from(data, 'base64') });
    return chain;
  }

  text(): string {
    const accounts = [...this.#touched].flatMap((address): KeptAccount[] => {
      const account = this.vm.getAccount(address);
      if (!account.exists || !keptOwners.has(account.programAddress) || account.executable) return [];
      const { lamports, programAddress: owner, data } = account;
      return [{ address, lamports: String(lamports), owner, data: Buffer.from(data).toString('base64') }];
    });
    const state: State = { accounts, blocks: this.blocks };
    return JSON.stringify(state);
  }

  /** Writes an account without a transaction. */
  put({ address, data, program, lamports }: NewAccount): void {
    const space = BigInt(data.length);
    this.#touched.add(address);
    this.vm.setAccount({
      address,
      lamports: lamports ?? this.vm.minimumBalanceForRentExemption(space),
      data,
      programAddress: program,
      executable: false,
      space,
    });
  }

  get tip(): VmBlock {
    const tip = this.blocks.at(-1);
    if (!tip) throw new Error('the chain has no block');
    return tip;
  }

  /** Queues a signed transaction for the next block; returns its id. */
  send(raw: Uint8Array): string {
    this.#waiting.push(raw);
    return this.idOf(raw);
  }

  /** A transaction's id: its first signature. */
  idOf(raw: Uint8Array): string {
    return partsOf(raw).txid;
  }

  /** Makes a block of the waiting transactions, after a number of skipped slots. */
  mine(skipped = 0): VmBlock {
    const { slot: parentSlot, blockHeight, blockhash: previousBlockhash } = this.tip;
    const slot = parentSlot + 1 + skipped;
    const transactions = this.#waiting.flatMap((raw) => this.#include(raw) ?? []);
    this.#waiting = [];
    const blockhash = hashOf(`${previousBlockhash} ${slot}`);
    const block = { slot, parentSlot, blockHeight: blockHeight + 1, blockhash, previousBlockhash, transactions };
    this.blocks.push(block);
    if (this.blocks.length > keptBlocks) this.blocks.shift();
    return block;
  }

  /** True if the block after `at` can include a transaction with this blockhash. */
  isValid(blockhash: string, at: VmBlock = this.tip): boolean {
    const block = this.blocks.findLast((one) => one.blockhash === blockhash);
    return (
      block !== undefined && at.blockHeight >= block.blockHeight && at.blockHeight - block.blockHeight < blockhashLife
    );
  }

  /** Executes a transaction. Null if no block can include it: expired, already included, or with a wrong signature. */
  #include(raw: Uint8Array): VmTransaction | null {
    const { txid, message, signatures, addresses, signers, blockhash } = partsOf(raw);
    if (this.#included.has(txid) || !this.isValid(blockhash)) return null;
    const before = this.#balancesOf(addresses);
    const signatureOf = addresses.slice(0, signers).map((address, index) => [address, signatures[index]] as const);
    const result = this.vm.sendTransaction({
      messageBytes: message,
      signatures: Object.fromEntries(signatureOf) as Record<string, Uint8Array>,
    });
    const after = this.#balancesOf(addresses);
    const err = result instanceof this.#library.FailedTransactionMetadata ? String(result) : null;
    // No block includes a transaction whose fee nobody paid.
    if (err !== null && before.lamports[0] === after.lamports[0]) return null;
    this.#included.add(txid);
    for (const address of addresses) this.#touched.add(address);
    return {
      txid,
      accountKeys: addresses.map((pubkey, index) => ({ pubkey, signer: index < signers })),
      err,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
    };
  }

  #balancesOf(addresses: readonly string[]): { lamports: number[]; tokens: TokenBalance[] } {
    const accounts = addresses.map((address) => this.vm.getAccount(address));
    const tokens = accounts.flatMap((account, accountIndex) => {
      if (!account.exists || account.data.length < tokenBytes || !tokenPrograms.has(account.programAddress)) return [];
      const [mint, owner] = [account.data.slice(0, 32), account.data.slice(32, 64)].map(solanaAddress) as [
        string,
        string,
      ];
      const amount = String(Buffer.from(account.data).readBigUInt64LE(64));
      return [{ accountIndex, mint, owner, programId: account.programAddress, amount }];
    });
    return { lamports: accounts.map((account) => (account.exists ? Number(account.lamports) : 0)), tokens };
  }
}

/** Loads the VM on first use: the package is optional, and the server starts without it. @throws if this platform has no binary of the VM */
export function loadSolanaVm(): Promise<typeof Library> {
  return import('litesvm');
}

/** Programs whose accounts the saved state contains. */
const keptOwners: ReadonlySet<string> = new Set([
  solanaPrograms.system,
  solanaPrograms.token,
  solanaPrograms.token2022,
]);

const tokenBytes = 165;
const tokenPrograms: ReadonlySet<string> = new Set([solanaPrograms.token, solanaPrograms.token2022]);

function hashOf(text: string): string {
  return base58.encode(createHash('sha256').update(text).digest());
}

/** The parts of a signed transaction of the legacy form. Lengths below 128 take one byte. */
function partsOf(raw: Uint8Array) {
  const count = raw[0] ?? 0;
  const signatures = Array.from({ length: count }, (_, index) => raw.slice(1 + index * 64, 65 + index * 64));
  const message = raw.slice(1 + count * 64);
  const [signers = 0, , , keys = 0] = message;
  const addresses = Array.from({ length: keys }, (_, index) =>
    solanaAddress(message.slice(4 + index * 32, 36 + index * 32)),
  );
  const blockhash = solanaAddress(message.slice(4 + keys * 32, 36 + keys * 32));
  return { txid: base58.encode(signatures[0] ?? new Uint8Array()), message, signatures, addresses, signers, blockhash };
}
