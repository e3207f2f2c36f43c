import type { ReserveWallet } from '@fft/console-contract';
import { isReserveSigned, liabilitiesRoot, type ReserveStatement, statementText } from '@fft/liabilities';
import type { Kysely } from 'kysely';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { readReserves } from './holdings.ts';

/** Why a cold wallet's signature isn't published. */
export type SignatureDoubt = 'noColdWallet' | 'otherDay' | 'otherKey';

export interface ReserveWallets {
  readonly day: string | null;
  readonly wallets: readonly ReserveWallet[];
}

/** Lists what the wallets of all followed chains have to sign about the newest published liabilities. */
export async function readReserveWallets(db: Kysely<Tables>, directory: Directory): Promise<ReserveWallets> {
  const [newest, reserves] = await Promise.all([newestDay(db), readReserves(db, directory)]);
  const day = newest?.day ?? null;
  const rows = await db
    .selectFrom('reserve_signatures')
    .selectAll()
    .where('day', '=', day ?? '')
    .execute();
  const walletOf = (place: ReserveWallet['place'], chain: string, address: string): ReserveWallet => {
    const statement = newest && { ...newest, chain, address };
    const row = rows.find((one) => one.chain === chain && one.address === address);
    return {
      chain,
      place,
      address,
      text: statement && statementText(statement),
      signed: statement !== null && row !== undefined && isReserveSigned(statement, row.signature),
    };
  };
  const wallets = reserves.flatMap(({ chain, hot, cold }) => [
    walletOf('hot', chain, hot),
    ...(cold === null ? [] : [walletOf('cold', chain, cold)]),
  ]);
  return { day, wallets };
}

export interface ColdSignature {
  readonly chain: string;
  /** The day that its keepers signed, which must still be the newest. */
  readonly day: string;
  readonly signature: string;
  readonly time: number;
}

/** Publishes a cold wallet's signature, if its key made it of the newest day's totals; null then. The caller's transaction records it as well. */
export async function publishColdSignature(
  handle: AnyTransaction,
  directory: Directory,
  { chain, day, signature: given, time }: ColdSignature,
): Promise<SignatureDoubt | null> {
  const transaction = own(handle);
  const newest = await newestDay(transaction);
  if (newest?.day !== day) return 'otherDay';
  const reserves = await readReserves(transaction, directory);
  const address = reserves.find((one) => one.chain === chain)?.cold ?? null;
  if (address === null) return 'noColdWallet';
  const signature = inUsualForm(given);
  if (!isReserveSigned({ ...newest, chain, address }, signature)) return 'otherKey';
  await transaction
    .insertInto('reserve_signatures')
    .values({ day, chain, address, signature, time })
    .onConflict((conflict) => conflict.columns(['day', 'chain', 'address']).doUpdateSet({ signature, time }))
    .execute();
  return null;
}

async function newestDay(db: Kysely<Tables>): Promise<Pick<ReserveStatement, 'day' | 'root'> | null> {
  const row = await db.selectFrom('liability_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();
  const root = row ? liabilitiesRoot(row) : null;
  return row && root !== null ? { day: row.day, root } : null;
}

/** Wallets write hexadecimal signatures in capitals too, without `0x`, and some count the recovery from zero. */
function inUsualForm(signature: string): string {
  const text = signature.trim();
  const hex = /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/.exec(text.toLowerCase());
  if (!hex) return text;
  const [, both, last = ''] = hex;
  return `0x${both}${{ '00': '1b', '01': '1c' }[last] ?? last}`;
}
