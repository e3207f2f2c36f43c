import type { IncomingMessage } from 'node:http';
import { type EvmChainName, isEvmChain, maxBatchSize, utxoChains } from '@fft/chains';
import { isHex } from 'viem';
import * as z from 'zod';
import type { Attester } from './attestations.ts';
import { BodyTooLong, createBoundedServer, readBoundedText, serverLimits } from './bounded-server.ts';
import { KeysUnavailable } from './key-ring.ts';
import { log } from './log.ts';
import { purposes, SigningRefused } from './signing-record.ts';
import type { EvmSigner, SignedTransaction, Signer } from './signer.ts';
import type { SolanaRequest } from './solana-policy.ts';
import type { UtxoRequest } from './utxo-policy.ts';
import type { Revocations } from './revocations.ts';

/** Signers by chain; requests for other chains are refused. */
export interface Signers {
  readonly evm: Readonly<Partial<Record<EvmChainName, EvmSigner>>>;
  readonly BTC?: Signer<UtxoRequest>;
  readonly LTC?: Signer<UtxoRequest>;
  readonly DOGE?: Signer<UtxoRequest>;
  readonly SOL?: Signer<SolanaRequest>;
}

const otherChains = [...utxoChains, 'SOL'] as const;
/** Dogecoin's requests have the transactions that made the coins, of up to 100 kB each. */
const longTransaction = 8_000_000;
const keyIndex = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const key = z.object({ branch: z.union([z.literal(0), z.literal(1)]), index: keyIndex });
const digits = /^([0-9a-f]{2})+$/;
const text256 = z.string().max(256);
const withdrawal = z.object({
  customer: z.int().min(0),
  coin: text256,
  chain: text256,
  address: text256,
  memo: text256,
  amount: text256,
  fee: text256,
  decision: text256,
  number: z.int().min(1),
  basis: text256,
  mac: text256,
});
const what = {
  purpose: z.enum(purposes),
  reference: z.int().min(1),
  withdrawal: withdrawal.optional(),
  deposit: keyIndex.optional(),
};
/** Withdrawals after the first that one transaction of a UTXO chain or an EVM network may pay. */
const further = z
  .array(z.object({ reference: z.int().min(1), withdrawal }))
  .max(maxBatchSize - 1)
  .optional();
/** Parts of a statement about reserves, each of a strict form; the signer composes the text. */
const attestation = z.strictObject({
  chain: z.string().regex(/^[A-Z0-9]{3,16}$/),
  hot: z.int().min(0).max(1_000),
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});
const sendBack = z.object({ reference: z.int().min(1), withdrawal });
/** What the bytes must do; the amount as text, as it may exceed a number. */
const solanaPayment = z.object({
  mint: text256.nullable(),
  to: text256,
  amount: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt),
});
const evmRequest = z.object({
  chain: z.string().refine(isEvmChain),
  key,
  transaction: z
    .string()
    .max(20_000)
    .refine((value) => isHex(value)),
  ...what,
  further,
});
const request = z.union([
  evmRequest,
  z.object({
    chain: z.enum(['BTC', 'LTC']),
    transaction: z.string().max(200_000).regex(digits),
    ...what,
    further,
  }),
  z.object({ chain: z.literal('DOGE'), transaction: z.string().max(longTransaction).regex(digits), ...what, further }),
  z.object({
    chain: z.literal('SOL'),
    key,
    transaction: z.string().max(10_000).regex(digits),
    payment: solanaPayment,
    ...what,
  }),
]);

/**
 * Serves the signer's HTTP API on a Unix socket, which file permissions protect:
 * - `GET /xpub/<chain>` returns `{ xpub, hot }`, the public keys.
 * - `GET /tokens/<chain>` returns `{ tokens }`, the tokens of an EVM network that its settings list, by contract.
 * - `POST /sign` returns `{ raw, txid }`, or `{ refused }` with 403 (final; with the `reference` of an order of a batch that is the reason) or 503 (keys temporarily unavailable).
 * - `POST /attest` takes `{ chain, hot, day, root }` and returns `{ address, signature }` of the statement that a hot wallet holds reserves.
 * - `POST /send-back` takes `{ reference, withdrawal }`, the proof of a return to review; earlier decisions are refused from then on.
 * - `GET /sent-back/<reference>` returns `{ number }` of that decision.
 * - `GET /signed/<chain>/<withdrawal>` returns `{ slots }`, the inputs or nonces of each transaction signed for the withdrawal.
 */
export async function serve(
  signers: Signers,
  { sentBack, attester }: Omit<Answering, 'signers'>,
  socket: string,
): Promise<{ close(): Promise<void> }> {
  const server = createBoundedServer((incoming, outgoing) => {
    void answer({ signers, sentBack, attester }, incoming).then(({ status, body }) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answering {
  readonly signers: Signers;
  readonly sentBack: Revocations;
  readonly attester: Attester;
}

async function answer(options: Answering, incoming: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    return (incoming.method === 'GET' ? read(options, incoming.url ?? '') : await act(options, incoming)) ?? unknown;
  } catch (error) {
    return failure(error);
  }
}

function read({ signers, sentBack }: Answering, path: string) {
  const [, reference] = /^\/sent-back\/(\d{1,15})$/.exec(path) ?? [];
  if (reference !== undefined) return { status: 200, body: { number: sentBack.of(Number(reference)) } };
  const [, of, withdrawal] = /^\/signed\/([A-Z0-9]{3,16})\/(\d{1,15})$/.exec(path) ?? [];
  const asked = of === undefined ? null : signerOf(signers, of);
  if (asked) return { status: 200, body: { slots: asked.signedFor(Number(withdrawal)) } };
  const [, network = ''] = /^\/tokens\/([A-Z0-9]{3,16})$/.exec(path) ?? [];
  const evm = isEvmChain(network) ? signers.evm[network] : undefined;
  if (evm) return { status: 200, body: { tokens: evm.tokens } };
  const [, name = ''] = /^\/xpub\/([A-Z0-9]{3,16})$/.exec(path) ?? [];
  const signer = signerOf(signers, name);
  return signer ? { status: 200, body: { xpub: signer.xpub, hot: signer.hot } } : null;
}

function signerOf(signers: Signers, name: string): Omit<Signer<never>, 'sign'> | null {
  if (isEvmChain(name)) return signers.evm[name] ?? null;
  const chain = otherChains.find((one) => one === name);
  return (chain && signers[chain]) ?? null;
}

async function act({ signers, sentBack, attester }: Answering, incoming: IncomingMessage) {
  if (incoming.method !== 'POST') return null;
  if (incoming.url === '/sign') {
    const asked = request.parse(JSON.parse(await readBoundedText(incoming, longestBody(signers))));
    return { status: 200, body: await sign(signers, asked) };
  }
  if (incoming.url === '/attest') {
    const asked = attestation.parse(JSON.parse(await readBoundedText(incoming)));
    return { status: 200, body: await attester.attest(asked) };
  }
  if (incoming.url !== '/send-back') return null;
  const asked = sendBack.parse(JSON.parse(await readBoundedText(incoming)));
  sentBack.note(asked.reference, asked.withdrawal);
  return { status: 200, body: {} };
}

function longestBody({ DOGE: dogecoin }: Signers): number {
  return serverLimits.maxBodyBytes + (dogecoin ? longTransaction : 0);
}

function failure(error: unknown): { status: number; body: unknown } {
  if (error instanceof SigningRefused) {
    const { message: refused, reference } = error;
    return { status: 403, body: reference === null ? { refused } : { refused, reference } };
  }
  if (error instanceof BodyTooLong) return { status: 413, body: { refused: 'the request is too long' } };
  if (error instanceof KeysUnavailable) {
    log.warn({ err: error }, 'signer.keysUnavailable');
    return { status: 503, body: { refused: error.message } };
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return { status: 400, body: { refused: 'the request is malformed' } };
  log.error({ err: error }, 'signer.requestFailed');
  return { status: 500, body: { refused: error instanceof Error ? error.message : String(error) } };
}

const unknown = { status: 404, body: { refused: 'no such call' } };

type Asked = z.output<typeof request>;
type EvmAsked = z.output<typeof evmRequest>;

function isOfEvm(asked: Asked): asked is EvmAsked {
  return isEvmChain(asked.chain);
}

function sign(signers: Signers, asked: Asked): Promise<SignedTransaction> {
  if (isOfEvm(asked)) {
    const { chain, transaction, ...rest } = asked;
    const evm = signers.evm[chain];
    if (!evm || !isHex(transaction)) throw new SigningRefused('this signer does not sign for this chain');
    return evm.sign({ ...rest, transaction });
  }
  if (asked.chain === 'SOL') {
    if (!signers.SOL) throw new SigningRefused('this signer does not sign for this chain');
    return signers.SOL.sign(asked);
  }
  const signer = signers[asked.chain];
  if (!signer) throw new SigningRefused('this signer does not sign for this chain');
  return signer.sign(asked);
}
