import { isEvmChain } from '@fft/chains';
import { isTokenRefused, type ListedToken as TokenOfList } from '@fft/console-contract';
import { parseDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import type { AnyHandle } from '../database/rooms.ts';
import type { Seals } from '../authority/seals.ts';
import type { Agreement } from '../authority/agreement.ts';
import { own, type Tables } from './room.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { knownAssets } from '../ledger/listings/seeds.ts';
import type { ListedToken } from '../ledger/listings/token-list.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { isTokenListed, listToken, statementOfCheck, tokenTarget } from './listed-tokens.ts';
import { findNetwork } from './networks.ts';

export interface TokenRules {
  readonly db: AnyHandle;
  readonly directory: Directory;
  readonly authority: Seals;
  readonly now: () => number;
}

interface Rules extends TokenRules {
  readonly db: Kysely<Tables>;
}

/** A contract may change after it was checked. */
const checkValidMs = 86_400_000;

/** Which checked contracts can be coins. Two operators list one. */
export function createTokenListing(given: TokenRules) {
  const rules: Rules = { ...given, db: own(given.db) };
  return {
    examine: (wanted: Wanted) => examine(rules, wanted),
    list: (wanted: Wanted & Identity, agreement: Agreement) => list(rules, wanted, agreement),
  };
}

/** Followed EVM networks, by name. */
export async function followedEvm(handle: AnyHandle) {
  const db = own(handle);
  const rows = await db.selectFrom('custody_chains').select(['chain', 'contracts']).orderBy('chain').execute();
  return rows.filter(({ chain }) => isEvmChain(chain));
}

/** The tokens that operators listed, newest first, with whether a followed network knows each as its coin. */
export async function listedTokens(handle: AnyHandle): Promise<TokenOfList[]> {
  const db = own(handle);
  const rows = await db.selectFrom('listed_tokens').selectAll().orderBy('time', 'desc').orderBy('coin').execute();
  const networks = new Map((await followedEvm(db)).map(({ chain, contracts }) => [chain, contracts]));
  return rows.map(({ coin, chain, contract, fee, min, max, operators, time, ...row }) => {
    const open = networks.get(chain)?.[coin] === contract;
    const { chain_decimals: decimals, min_deposit: minDeposit } = row;
    return { coin, chain, contract, decimals, fee, min, max, minDeposit, operators, time, open };
  });
}

type Identity = Pick<ListedToken, 'chain' | 'coin' | 'contract'>;

/** Lists a token; one that is listed already stays as it is, as the process may have died after it. @throws Refusal with the reason why it can't */
async function list(options: Rules, wanted: Wanted & Identity, agreement: Agreement): Promise<void> {
  const { db, authority, now } = options;
  const { check, coin, chain, contract, fee, min, max, minDeposit } = wanted;
  agreement.requireAbout('token', tokenTarget(wanted), { check, coin, chain, contract, fee, min, max, minDeposit });
  if (await isTokenListed(db, authority, wanted)) return;
  const { token } = await examine(options, wanted);
  if (!(await listToken(db, authority, { token, agreement, time: now() }))) throw refuse('tokenListed');
}

interface Wanted {
  readonly check: number;
  readonly coin: string;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly minDeposit: string;
}

/** Says if a checked contract can be a coin on its network. @throws Refusal with the reason why it can't */
async function examine(options: Rules, { check: id, coin, fee, min, max, minDeposit }: Wanted) {
  const amounts = { fee, min, max, minDeposit };
  const { db, directory, authority, now } = options;
  const check = await db.selectFrom('token_checks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!check?.answer || check.time < now() - checkValidMs) throw refuse('tokenUnchecked');
  const { chain, contract, answer } = check;
  if (!authority.isMacOf(statementOfCheck(check), check.mac)) throw refuse('tokenCheckAltered');
  const { decimals: chainDecimals, findings, signer } = answer;
  if (chainDecimals === null || isTokenRefused(findings)) throw refuse('tokenRefused');
  const asset = directory.assetId(coin);
  if (asset === null || directory.describe(coin).fiat) throw refuse('unknownCoin', { data: { field: 'coin' } });
  const ledgerDecimals = directory.asset(asset).decimals;
  const known = knownAssets.find(({ code }) => code === coin)?.decimals ?? ledgerDecimals;
  if (ledgerDecimals > chainDecimals || known !== ledgerDecimals)
    throw refuse('tokenDecimals', { data: { field: 'coin' } });
  if (signer && (signer.coin !== coin || signer.decimals !== chainDecimals))
    throw refuse('tokenAtSigner', { data: { field: 'coin' } });
  checkAmounts(amounts, ledgerDecimals);
  await refuseListed(options, { chain, coin, contract });
  return { answer, token: { coin, chain, contract, chainDecimals, ledgerDecimals, ...amounts } };
}

/** @throws Refusal `badRequest` */
function checkAmounts({ fee, min, max, minDeposit }: Omit<Wanted, 'check' | 'coin'>, decimals: number): void {
  const units = Object.entries({ fee, min, max, minDeposit }).map(([field, text]) => {
    const parsed = parseDecimal(text, decimals);
    if (!parsed.ok) throw new FieldRefusal({ [field]: 'amount' });
    return parsed.units;
  });
  const [ofFee = 0, ofMin = 0, ofMax = 0, ofDeposit = 0] = units;
  if (ofFee >= ofMin || ofMin > ofMax || ofDeposit === 0) throw refuse('tokenAmounts');
}

/** One contract is one coin, and a coin has one contract on a network: with two, money of one would be paid as the other. */
async function refuseListed(
  { db, directory }: Rules,
  { chain, coin, contract }: { readonly chain: string; readonly coin: string; readonly contract: string },
): Promise<void> {
  const network = (await followedEvm(db)).find((one) => one.chain === chain);
  if (!network) throw refuse('tokenNetwork');
  const rows = await db.selectFrom('listed_tokens').select(['coin', 'contract']).where('chain', '=', chain).execute();
  const isTaken =
    findNetwork(directory.tokens, coin, chain) !== null ||
    Object.values(network.contracts).some((one) => one.toLowerCase() === contract) ||
    rows.some((one) => one.coin === coin || one.contract === contract);
  if (isTaken) throw refuse('tokenListed', { data: { field: 'coin' } });
}
