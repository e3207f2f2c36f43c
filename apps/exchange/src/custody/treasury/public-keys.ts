import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { OpenChainOptions } from '../chains/chain.ts';
import { type PublicSide, SignerClient, SignerUnavailable, type SigningOrder } from '../payments/signer-client.ts';

/** The signer's keys differ from those the books had while it was away: the chain must be reopened. */
export class KeysChanged extends Error {
  override readonly name = 'KeysChanged';
}

/** A chain's signer and the known keys. */
export interface KnownKeys {
  readonly signer: SignerClient;
  readonly publicSide: PublicSide;
  /** Checks that the signer's keys match the books, unless it is still away. @throws KeysChanged */
  confirm(): Promise<void>;
}

/**
 * Asks the signer for a chain's public keys. While it is away the recorded keys serve: deposits are seen and credited, and payments wait.
 * @throws SignerUnavailable if it is away and the chain was never followed
 */
export async function readPublicKeys(
  { db, log }: Pick<OpenChainOptions, 'db' | 'log'>,
  { chain, signerSocket }: { readonly chain: SigningOrder['chain']; readonly signerSocket: string },
): Promise<KnownKeys> {
  const signer = new SignerClient(signerSocket);
  const answer = await unlessAway(signer.keys(chain));
  if (!(answer instanceof SignerUnavailable)) return { signer, publicSide: answer, confirm: async () => undefined };
  const kept = await keysInBooks(db, chain);
  if (kept === null) throw answer;
  log.error({ err: answer, chain }, 'signer.away');
  let isConfirmed = false;
  const confirm = async (): Promise<void> => {
    if (isConfirmed) return;
    const now = await unlessAway(signer.keys(chain));
    if (now instanceof SignerUnavailable) return;
    if (!isSame(now, kept)) throw new KeysChanged(`the signer of ${chain} has other keys than the books`);
    isConfirmed = true;
  };
  return { signer, publicSide: kept, confirm };
}

function unlessAway(keys: Promise<PublicSide>): Promise<PublicSide | SignerUnavailable> {
  return keys.catch((error: unknown) => {
    if (error instanceof SignerUnavailable) return error;
    throw error;
  });
}

async function keysInBooks(db: Kysely<Tables>, chain: string): Promise<PublicSide | null> {
  const query = db.selectFrom('custody_chains').select(['xpub', 'hot']).where('chain', '=', chain);
  return (await query.executeTakeFirst()) ?? null;
}

function isSame(one: PublicSide, other: PublicSide): boolean {
  return one.xpub === other.xpub && one.hot.join() === other.hot.join();
}
