import { tronAddressHex } from '@fft/chains';

type Part = readonly [field: number, value: bigint | Buffer];

/** Encodes a protocol buffers message. */
function messageOf(parts: readonly Part[]): Buffer {
  const number = (value: bigint): number[] =>
    value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...number(value >> 7n)];
  return Buffer.concat(
    parts.flatMap(([field, value]) =>
      typeof value === 'bigint'
        ? [Buffer.from([...number(BigInt(field * 8)), ...number(value)])]
        : [Buffer.from([...number(BigInt(field * 8 + 2)), ...number(BigInt(value.length))]), value],
    ),
  );
}

/** Overrides of a plain payment. */
export interface TronParts {
  readonly owner?: string;
  readonly token?: string | null;
  readonly to?: string;
  readonly amount?: bigint;
  readonly feeLimit?: bigint;
  readonly lifeMs?: number;
  readonly block?: number;
  /** Additional fields of `raw_data`. */
  readonly beside?: readonly Part[];
}

interface Whole extends TronParts {
  readonly owner: string;
  readonly token: string | null;
  readonly to: string;
  readonly now: number;
}

/** Builds a payment of a token or of TRX like a Tron node. */
export function tronTransaction(options: Whole): string {
  const { owner, token, to, now, amount = 60n, feeLimit = 900n, lifeMs = 60_000, block = 1, beside = [] } = options;
  const [from, recipient] = [owner, to].map((text) => Buffer.from(`41${tronAddressHex(text)}`, 'hex')) as [
    Buffer,
    Buffer,
  ];
  const words = (tronAddressHex(to) ?? '').padStart(64, '0') + amount.toString(16).padStart(64, '0');
  const call: Part[] = [
    [1, from],
    [2, Buffer.from(`41${tronAddressHex(token ?? '')}`, 'hex')],
    [4, Buffer.from(`a9059cbb${words}`, 'hex')],
  ];
  const inner: Part[] =
    token === null
      ? [
          [1, from],
          [2, recipient],
          [3, amount],
        ]
      : call;
  const kind = token === null ? 'TransferContract' : 'TriggerSmartContract';
  const wrapped = messageOf([
    [1, Buffer.from(`type.googleapis.com/protocol.${kind}`)],
    [2, messageOf(inner)],
  ]);
  const contract = messageOf([
    [1, token === null ? 1n : 31n],
    [2, wrapped],
  ]);
  const raw: Part[] = [[1, Buffer.from([block, block])], [8, BigInt(now + lifeMs)], [11, contract], ...beside];
  return messageOf(token === null ? raw : [...raw, [18, feeLimit]]).toString('hex');
}
