/** The used part of the types of litesvm, a Solana VM that runs in this process. litesvm's own types depend on twenty packages. */
declare module 'litesvm' {
  export interface VmAccount {
    readonly address: string;
    readonly lamports: bigint;
    readonly data: Uint8Array;
    readonly programAddress: string;
    readonly executable: boolean;
    readonly space: bigint;
  }

  export class FailedTransactionMetadata {
    toString(): string;
  }

  export class LiteSVM {
    withBlockhashCheck(check: boolean): LiteSVM;
    withTransactionHistory(capacity: bigint): LiteSVM;
    minimumBalanceForRentExemption(bytes: bigint): bigint;
    getAccount(address: string): { readonly exists: false } | ({ readonly exists: true } & VmAccount);
    setAccount(account: VmAccount): void;
    sendTransaction(transaction: {
      readonly messageBytes: Uint8Array;
      readonly signatures: Readonly<Record<string, Uint8Array>>;
    }): unknown;
  }
}
