import {
  encodeMessage,
  type Instruction,
  solanaMessageOf,
  solanaPrograms,
  SolanaPrivateKeys,
  SolanaPublicKeys,
  tokenAccountOf,
  withSolanaSignatures,
  solanaBytes,
} from '@fft/chains';
import { hex } from '@scure/base';
import type { SolanaVm } from './solana-vm.ts';

const key = { branch: 0, index: 0 } as const;
const mintBytes = 82;

/** A wallet outside the exchange that owns all coins of the chain. */
export class SolanaBank {
  readonly address: string;
  readonly #keys: SolanaPrivateKeys;
  readonly #chain: SolanaVm;
  #sent = 0;

  /** @param lamports what the wallet begins with, if it is new */
  constructor(chain: SolanaVm, seed: Uint8Array, lamports = 1_000_000_000_000_000n) {
    this.#chain = chain;
    this.#keys = new SolanaPrivateKeys(seed);
    this.address = new SolanaPublicKeys(this.#keys.xpub).addressOf(key);
    if (chain.vm.getAccount(this.address).exists) return;
    chain.put({ address: this.address, data: Buffer.alloc(0), program: solanaPrograms.system, lamports });
  }

  /** Creates a token whose supply the bank holds, unless the token exists. */
  createToken(
    mint: string,
    { decimals = 6, supply = 10n ** 15n, program = solanaPrograms.token }: NewToken = {},
  ): void {
    const { vm } = this.#chain;
    if (vm.getAccount(mint).exists) return;
    const data = Buffer.alloc(mintBytes);
    data.writeBigUInt64LE(supply, 36);
    data[44] = decimals;
    data[45] = 1;
    this.#chain.put({ address: mint, data, program });
    if (program !== solanaPrograms.token) return;
    this.#chain.put({
      address: tokenAccountOf(this.address, mint),
      data: tokenData({ mint, owner: this.address, amount: supply }),
      program,
    });
  }

  /** Pays SOL (`mint` null) or a token to a wallet, in the next block. Returns the transaction's id. */
  pay(mint: string | null, to: string, amount: bigint): string {
    const token =
      mint === null ? null : { mint, decimals: this.#chain.vm.getAccount(mint).exists ? this.#decimalsOf(mint) : 6 };
    const terms = {
      blockhash: this.#chain.tip.blockhash,
      unitLimit: 100_000,
      unitPrice: BigInt(this.#sent++),
      opensAccount: token !== null,
    };
    return this.#send(solanaMessageOf({ feePayer: this.address, owner: this.address, token, to, amount }, terms));
  }

  /** Sends any instructions that the bank alone signs. */
  run(instructions: readonly Instruction[]): string {
    return this.#send(encodeMessage({ feePayer: this.address, blockhash: this.#chain.tip.blockhash, instructions }));
  }

  #decimalsOf(mint: string): number {
    const account = this.#chain.vm.getAccount(mint);
    return account.exists ? (account.data[44] ?? 0) : 0;
  }

  #send(message: Uint8Array): string {
    const { raw } = withSolanaSignatures(message, [this.#keys.sign(key, message)]);
    return this.#chain.send(hex.decode(raw));
  }
}

/** The data of a token account. */
export function tokenData({
  mint,
  owner,
  amount,
}: {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}): Buffer {
  const data = Buffer.alloc(165);
  data.set(solanaBytes(mint) ?? [], 0);
  data.set(solanaBytes(owner) ?? [], 32);
  data.writeBigUInt64LE(amount, 64);
  // The account's state: initialized.
  data[108] = 1;
  return data;
}

interface NewToken {
  readonly decimals?: number;
  readonly supply?: bigint;
  readonly program?: string;
}
