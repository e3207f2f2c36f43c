import { isEvmChain, lowerCaseAddress } from '@fft/chains';
import { consoleCalls, isTokenRefused, type ListedToken, type TokenCheck } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { parseDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { knownAssets } from '../ledger/listings/seeds.ts';
import { isTokenListed, listToken, statementOfCheck } from '../markets/listing/listed-tokens.ts';
import { findNetwork } from '../markets/listing/networks.ts';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface TokensOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Pick<Authority, 'macOf' | 'isMacOf'>;
  readonly approvals: Pick<Approvals, 'propose'>;
  readonly now: () => number;
}

type TokenRules = Omit<TokensOptions, 'approvals'>;

const checksShown = 20;
/** A contract may change after it was checked. */
const checkValidMs = 86_400_000;
const uniqueViolation = '23505';

/** Binds the calls about tokens that operators list. */
export function bindTokens(bind: Bind, options: TokensOptions): void {
  const { db, approvals, now } = options;
  const { tokens } = consoleCalls;

  bind(tokens.list, async () => {
    const networks = (await followed(db)).map(({ chain }) => chain);
    return { networks, tokens: await listedTokens(db), checks: await newestChecks(db) };
  });
  bind(tokens.check, async ({ chain, contract }, { name: operator }) => {
    if (!(await followed(db)).some((network) => network.chain === chain))
      throw new Refusal(Code.notFound, 'tokenNetwork', { data: { field: 'chain' } });
    const time = now();
    const row = { chain, contract: lowerCaseAddress(contract), operator, time, mac: null, answered: null };
    try {
      return await db.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto('token_checks')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow();
        await writeAudit(transaction, { time, operator, act: 'token.check', target: `token ${chain} ${row.contract}` });
        return added;
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
        throw new Refusal(Code.conflict, 'tokenChecking');
      throw error;
    }
  });
  bind(tokens.propose, async ({ requestId, ...wanted }, by) => {
    const { answer, token } = await examine(options, wanted);
    const { symbol, name, findings } = answer;
    const seen = {
      symbol,
      name,
      findings: findings.join(', '),
      signer: answer.signer ? ('atSigner' as const) : ('notAtSigner' as const),
    };
    const input = { check: wanted.check, ...token, ...seen };
    const target = `token ${token.chain} ${token.coin}`;
    const approval = await approvals.propose(by, { act: 'token', target, input, requestId });
    return { approval: approval.id };
  });
}

/** Followed EVM networks, by name. */
async function followed(db: Kysely<Tables>) {
  const rows = await db.selectFrom('custody_chains').select(['chain', 'contracts']).orderBy('chain').execute();
  return rows.filter(({ chain }) => isEvmChain(chain));
}

async function listedTokens(db: Kysely<Tables>): Promise<ListedToken[]> {
  const rows = await db.selectFrom('listed_tokens').selectAll().orderBy('time', 'desc').orderBy('coin').execute();
  const networks = new Map((await followed(db)).map(({ chain, contracts }) => [chain, contracts]));
  return rows.map(({ coin, chain, contract, fee, min, max, operators, time, ...row }) => {
    const open = networks.get(chain)?.[coin] === contract;
    const { chain_decimals: decimals, min_deposit: minDeposit } = row;
    return { coin, chain, contract, decimals, fee, min, max, minDeposit, operators, time, open };
  });
}

function newestChecks(db: Kysely<Tables>): Promise<TokenCheck[]> {
  return db
    .selectFrom('token_checks')
    .select(['id', 'chain', 'contract', 'operator', 'time', 'answer'])
    .orderBy('id', 'desc')
    .limit(checksShown)
    .execute();
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
async function examine(options: TokenRules, { check: id, coin, fee, min, max, minDeposit }: Wanted) {
  const amounts = { fee, min, max, minDeposit };
  const { db, directory, authority, now } = options;
  const check = await db.selectFrom('token_checks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!check?.answer || check.time < now() - checkValidMs) throw new Refusal(Code.conflict, 'tokenUnchecked');
  const { chain, contract, answer } = check;
  if (!authority.isMacOf(statementOfCheck(check), check.mac)) throw new Refusal(Code.conflict, 'tokenCheckAltered');
  const { decimals: chainDecimals, findings, signer } = answer;
  if (chainDecimals === null || isTokenRefused(findings)) throw new Refusal(Code.conflict, 'tokenRefused');
  const asset = directory.assetId(coin);
  if (asset === null || directory.describe(coin).fiat)
    throw new Refusal(Code.notFound, 'unknownCoin', { data: { field: 'coin' } });
  const ledgerDecimals = directory.asset(asset).decimals;
  const known = knownAssets.find(({ code }) => code === coin)?.decimals ?? ledgerDecimals;
  if (ledgerDecimals > chainDecimals || known !== ledgerDecimals)
    throw new Refusal(Code.conflict, 'tokenDecimals', { data: { field: 'coin' } });
  if (signer && (signer.coin !== coin || signer.decimals !== chainDecimals))
    throw new Refusal(Code.conflict, 'tokenAtSigner', { data: { field: 'coin' } });
  checkAmounts(amounts, ledgerDecimals);
  await refuseListed(options, { chain, coin, contract });
  return { answer, token: { coin, chain, contract, chainDecimals, ledgerDecimals, ...amounts } };
}

/** @throws Refusal 400 */
function checkAmounts({ fee, min, max, minDeposit }: Omit<Wanted, 'check' | 'coin'>, decimals: number): void {
  const units = Object.entries({ fee, min, max, minDeposit }).map(([field, text]) => {
    const parsed = parseDecimal(text, decimals);
    if (!parsed.ok) throw new FieldRefusal({ [field]: 'amount' });
    return parsed.units;
  });
  const [ofFee = 0, ofMin = 0, ofMax = 0, ofDeposit = 0] = units;
  if (ofFee >= ofMin || ofMin > ofMax || ofDeposit === 0) throw new Refusal(Code.badRequest, 'tokenAmounts');
}

/** One contract is one coin, and a coin has one contract on a network: with two, money of one would be paid as the other. */
async function refuseListed(
  { db, directory }: TokenRules,
  { chain, coin, contract }: { readonly chain: string; readonly coin: string; readonly contract: string },
): Promise<void> {
  const network = (await followed(db)).find((one) => one.chain === chain);
  if (!network) throw new Refusal(Code.notFound, 'tokenNetwork');
  const rows = await db.selectFrom('listed_tokens').select(['coin', 'contract']).where('chain', '=', chain).execute();
  const isTaken =
    findNetwork(directory.tokens, coin, chain) !== null ||
    Object.values(network.contracts).some((one) => one.toLowerCase() === contract) ||
    rows.some((one) => one.coin === coin || one.contract === contract);
  if (isTaken) throw new Refusal(Code.conflict, 'tokenListed', { data: { field: 'coin' } });
}

/** Lists a token that two operators agreed to. */
export function createTokenApproval(options: TokenRules): ExecuteApproval<'token'> {
  const { db, authority, now } = options;
  return async (wanted, { by, agreement }) => {
    // The process may have died between listing it and recording that.
    if (!(await isTokenListed(db, authority, wanted))) {
      const { token } = await examine(options, wanted);
      const agreed = { ...token, operators: `${agreement.first} and ${agreement.second}`, time: now() };
      if (!(await listToken(db, authority, agreed))) throw new Refusal(Code.conflict, 'tokenListed');
    }
    const { coin, chain, contract } = wanted;
    return {
      record: (transaction) =>
        writeAudit(transaction, {
          time: now(),
          operator: by.name,
          act: 'token.list',
          target: `token ${chain} ${coin}`,
          after: { contract, proposer: agreement.first },
        }),
    };
  };
}
