import { isDeepStrictEqual } from 'node:util';
import type { ActInput, RecoveryAnswer } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Seals } from '../../authority/seals.ts';
import type { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { isUniqueViolation } from '../../database/unique-violation.ts';
import { refuse } from '../refusals.ts';
import { formOf } from '../chains/chain-forms.ts';
import { recoverableIn, type RecoveryRow, statementOfAgreement, statementOfAnswer } from './recovery-statements.ts';

type Input = ActInput<'recovery'>;

interface AgreedRecoveriesOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Seals;
  readonly now: () => number;
}

export interface NamedTransaction {
  readonly chain: string;
  readonly txid: string;
  readonly operator: string;
}

/** What custody found of transactions that were named to it, and two operators' agreements to credit it. */
export interface AgreedRecoveries {
  /** Followed networks on which a customer has the same address. */
  networks(): Promise<string[]>;
  /** Newest first. */
  newest(limit: number): Promise<RecoveryRow[]>;
  /** Names a transaction to custody, which answers in whatever process. @throws Refusal if the network isn't followed, or the transaction is being read */
  ask(named: NamedTransaction): Promise<{ id: number }>;
  /** Returns what two must agree to. @throws Refusal with the reason why nothing can be credited */
  examine(id: number): Promise<Input>;
  /** Passes what two agreed to on to custody, which reads the chain again before it records anything. @throws Refusal if it is something else by now */
  agree(input: Input, agreement: Agreement): Promise<void>;
}

/** What is credited by then, and by whom, may have changed. */
const answerValidMs = 86_400_000;

export function createAgreedRecoveries(options: AgreedRecoveriesOptions): AgreedRecoveries {
  const { db } = options;
  return {
    networks: () => followed(db),
    newest: (limit) => db.selectFrom('deposit_recoveries').selectAll().orderBy('id', 'desc').limit(limit).execute(),
    ask: (named) => ask(options, named),
    examine: async (id) => {
      const { chain, txid, answer } = await examine(options, id);
      return { recovery: id, chain, txid, height: answer.height, arrivals: arrivalsOf(answer) };
    },
    agree: (input, agreement) => agree(options, input, agreement),
  };
}

async function followed(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('custody_chains').select('chain').orderBy('chain').execute();
  return rows.map(({ chain }) => chain).filter((chain) => formOf(chain).sharesAddresses);
}

async function ask(
  { db, now }: AgreedRecoveriesOptions,
  { chain, txid: named, operator }: NamedTransaction,
): Promise<{ id: number }> {
  if (!(await followed(db)).includes(chain)) throw refuse('recoveryNetwork', { data: { field: 'chain' } });
  const [txid, time] = [named.toLowerCase(), now()];
  try {
    return await db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('deposit_recoveries')
        .values({ chain, txid, operator, time })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(transaction, { time, operator, act: 'recovery.find', target: `recovery ${chain} ${txid}` });
      return added;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('recoveryAsked');
    throw error;
  }
}

async function examine({ db, authority, now }: AgreedRecoveriesOptions, id: number) {
  const row = await find(db, id);
  const { answer } = row ?? {};
  if (!row || !answer || row.time < now() - answerValidMs) throw refuse('recoveryUnanswered');
  if (!authority.isMacOf(statementOfAnswer(row), row.mac)) throw refuse('recoveryAltered');
  if (row.agreed !== null) throw refuse('recoveryAgreed');
  if (answer.finding !== 'found' || recoverableIn(answer).length === 0) throw refuse('recoveryNothing');
  return { ...row, answer };
}

async function agree(options: AgreedRecoveriesOptions, input: Input, agreement: Agreement): Promise<void> {
  const { db, authority, now } = options;
  const { recovery: id, chain, txid, arrivals } = input;
  agreement.requireAbout('recovery', `recovery ${chain} ${txid}`, input);
  const operators = `${agreement.first} and ${agreement.second}`;
  const known = await find(db, id);
  // The process may have died between passing it on and recording that.
  if (known?.operators === operators && authority.isMacOf(statementOfAgreement(known), known.agreed_mac)) return;
  const row = await examine(options, id);
  const isSame = row.chain === chain && row.txid === txid && isDeepStrictEqual(arrivalsOf(row.answer), arrivals);
  if (!isSame) throw refuse('recoveryAltered');
  const agreed = { operators, agreed: now() };
  await db
    .updateTable('deposit_recoveries')
    .set({ ...agreed, agreed_mac: authority.macOf(statementOfAgreement({ ...row, ...agreed })) })
    .where('id', '=', id)
    .where('agreed', 'is', null)
    .execute();
}

function find(db: Kysely<Tables>, id: number): Promise<RecoveryRow | undefined> {
  return db.selectFrom('deposit_recoveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What would be credited, for the second operator. */
function arrivalsOf(answer: RecoveryAnswer): Input['arrivals'] {
  return recoverableIn(answer).flatMap(({ amount, coin, customer, address }) =>
    amount === null || coin === null ? [] : [{ amount, coin, customer, address }],
  );
}
