import type { TokenCheck } from '@fft/console-contract';
import type { Kysely, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Seals } from '../authority/seals.ts';
import type { Agreement } from '../authority/agreement.ts';
import { type EventBus, publishEvent } from '../database/event-bus.ts';
import type { AnyHandle } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';
import type { ListedToken, TokenList } from '../ledger/listings/token-list.ts';

type Row = Selectable<Tables['listed_tokens']>;

export interface ReadTokensOptions {
  readonly db: AnyHandle;
  readonly authority: Pick<Seals, 'isMacOf'>;
  readonly tokens: TokenList;
  readonly log: Pick<Logger, 'fatal' | 'warn'>;
}

/** Reads the tokens that operators listed. A row without their agreement is left out with an alarm: it could name any contract. */
export async function readTokens({ db, authority, tokens, log }: ReadTokensOptions): Promise<void> {
  const rows = await own(db).selectFrom('listed_tokens').selectAll().orderBy('time').orderBy('coin').execute();
  const proven = rows.filter((row) => {
    const isProven = authority.isMacOf(statementOf(row), row.mac);
    if (!isProven) log.fatal({ chain: row.chain, coin: row.coin, contract: row.contract }, 'token.altered');
    return isProven;
  });
  tokens.learn(proven.map(tokenOf));
}

/** Keeps the list in step, now and after every change in any process. */
export async function followTokens(options: ReadTokensOptions & { readonly eventBus: EventBus }): Promise<void> {
  const { eventBus, log } = options;
  const read = (): void =>
    void readTokens(options).catch((error: unknown) => log.warn({ err: error }, 'token.readFailed'));
  eventBus.onEvent(({ kind }) => {
    if (kind === 'tokenListed') read();
  });
  eventBus.onMissed(read);
  await readTokens(options);
}

/** What an agreement about a token's listing names. */
export const tokenTarget = ({ chain, coin }: Pick<ListedToken, 'chain' | 'coin'>): string => `token ${chain} ${coin}`;

interface AgreedToken {
  readonly token: ListedToken;
  readonly agreement: Agreement;
  readonly time: number;
}

/** Lists a token that two operators agreed to; every process receives it. False if its coin or contract is listed on the network already. */
export async function listToken(
  db: Kysely<Tables>,
  authority: Pick<Seals, 'macOf'>,
  { token, agreement, time }: AgreedToken,
): Promise<boolean> {
  agreement.requireAbout('token', tokenTarget(token), token);
  const { chainDecimals: chain_decimals, ledgerDecimals: ledger_decimals, minDeposit: min_deposit, ...listed } = token;
  const same = { ...listed, operators: `${agreement.first} and ${agreement.second}`, time };
  const row = { ...same, chain_decimals, ledger_decimals, min_deposit };
  const { numInsertedOrUpdatedRows: added = 0n } = await db
    .insertInto('listed_tokens')
    .values({ ...row, mac: authority.macOf(statementOf(row)) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  await publishEvent(db, { kind: 'tokenListed' });
  return added === 1n;
}

/** True if operators have listed this contract as this coin on the network. */
export async function isTokenListed(
  db: Kysely<Tables>,
  authority: Pick<Seals, 'isMacOf'>,
  { chain, coin, contract }: Pick<ListedToken, 'chain' | 'coin' | 'contract'>,
): Promise<boolean> {
  const query = db.selectFrom('listed_tokens').selectAll().where('chain', '=', chain).where('coin', '=', coin);
  const row = await query.where('contract', '=', contract).executeTakeFirst();
  return row !== undefined && authority.isMacOf(statementOf(row), row.mac);
}

/** What the MAC of a contract's check covers: with another answer in the table, two operators would agree to what was never seen. */
export function statementOfCheck(check: Pick<TokenCheck, 'id' | 'chain' | 'contract' | 'answer'>): unknown[] {
  const { id, chain, contract, answer } = check;
  return ['tokenCheck', id, chain, contract, answer];
}

function statementOf(row: Omit<Row, 'mac'>): unknown[] {
  const { chain, coin, contract, chain_decimals, ledger_decimals, fee, min, max, min_deposit, operators, time } = row;
  return ['token', chain, coin, contract, chain_decimals, ledger_decimals, fee, min, max, min_deposit, operators, time];
}

function tokenOf({ coin, chain, contract, fee, min, max, ...row }: Row): ListedToken {
  const { chain_decimals: chainDecimals, ledger_decimals: ledgerDecimals, min_deposit: minDeposit } = row;
  return { coin, chain, contract, chainDecimals, ledgerDecimals, fee, min, max, minDeposit };
}
