import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPain001, writeCamt053, type BankEntry } from '@fft/bank-files';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../../exchange/src/demo/room.ts';

type Entry = Omit<BankEntry, 'line' | 'unusual'>;

/** Money that a person sends at the sandbox bank. Amounts are minor units. */
export interface SandboxTransfer {
  readonly currency: string;
  readonly amount: number;
  readonly name: string;
  readonly number: string;
  readonly text: string;
}

/** A payment that came from the exchange. */
export interface SandboxPayment extends SandboxTransfer {
  readonly endToEnd: string;
  /** The exchange's account that paid. */
  readonly from: string;
  readonly time: number;
  readonly isReturned: boolean;
}

interface State {
  /** The number of the last statement. */
  readonly statements: number;
  /** Minor units by account number. */
  readonly balances: Readonly<Record<string, number>>;
  readonly payments: readonly SandboxPayment[];
  readonly sent: readonly (SandboxTransfer & { readonly time: number })[];
  /** Statements that are not in the folder yet. */
  readonly pending: readonly { readonly name: string; readonly text: string }[];
}

const empty: State = { statements: 0, balances: {}, payments: [], sent: [], pending: [] };
const maxKept = 100;

export interface SandboxBankOptions {
  /** The folder that the exchange watches. */
  readonly folder: string;
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

/**
 * A bank for the demo. People send money to the exchange's accounts; they see what the exchange pays out and can return it.
 * The bank speaks the files of real banks: it reads PAIN.001 from `out` and writes CAMT.053 into `in`.
 */
export class SandboxBank {
  readonly #options: SandboxBankOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SandboxBankOptions) {
    this.#options = options;
  }

  /** The exchange's accounts, with their balances at this bank. */
  async accounts() {
    const { db } = this.#options;
    const rows = await db.selectFrom('bank_accounts').selectAll().where('listed', '=', true).orderBy('id').execute();
    const { balances } = await this.#read();
    return rows.map(({ currency, number, holder }) => ({ currency, number, holder, balance: balances[number] ?? 0 }));
  }

  async seen(): Promise<Pick<State, 'payments' | 'sent'>> {
    return this.#read();
  }

  /** Books a transfer to the exchange's first account of the currency. False if the currency has no account. */
  send(transfer: SandboxTransfer): Promise<boolean> {
    return this.#inTurn(async (state) => {
      const account = (await this.accounts()).find(({ currency }) => currency === transfer.currency);
      if (account === undefined) return null;
      const { name, number, text, amount } = transfer;
      const entry = { ...this.#entry(state, 0), amount, name, account: number, text };
      const sent = [{ ...transfer, time: this.#options.now() }, ...state.sent].slice(0, maxKept);
      return this.#book({ ...(await this.#knowing(state, account.number)), sent }, account, [entry]);
    });
  }

  /** Sends a payment back. False if the payment is unknown or already returned. */
  giveBack(endToEnd: string): Promise<boolean> {
    return this.#inTurn(async (state) => {
      const payment = state.payments.find((each) => each.endToEnd === endToEnd && !each.isReturned);
      if (payment === undefined) return null;
      const { amount, name, number, from, currency } = payment;
      const back = { isReturn: true, reason: 'AC04', endToEnd };
      const entry = { ...this.#entry(state, 0), ...back, amount, name, account: number };
      const payments = state.payments.map((each) => (each === payment ? { ...each, isReturned: true } : each));
      return this.#book({ ...(await this.#knowing(state, from)), payments }, { number: from, currency }, [entry]);
    });
  }

  /** Executes the payment files in `out`, and books each payment. */
  async work(): Promise<void> {
    const { folder } = this.#options;
    for (const place of ['in', 'out', 'taken']) await mkdir(join(folder, place), { recursive: true });
    for (const name of (await readdir(join(folder, 'out'))).filter((each) => each.endsWith('.xml')).toSorted()) {
      const text = await readFile(join(folder, 'out', name), 'utf8');
      await this.#inTurn((state) => this.#execute(state, text));
      await rename(join(folder, 'out', name), join(folder, 'taken', name));
    }
    await this.#inTurn((state) => Promise.resolve(state));
  }

  async #execute(state: State, text: string): Promise<State | null> {
    const batch = readPain001(text);
    // A bank executes a payment once.
    const fresh = batch.payments.filter(({ endToEnd }) => !state.payments.some((known) => known.endToEnd === endToEnd));
    const [first] = fresh;
    if (first === undefined) return null;
    const from = batch.debtorAccount;
    const payments = fresh.map(({ account: number, ...payment }): SandboxPayment => {
      return { ...payment, number, from, time: this.#options.now(), isReturned: false };
    });
    const entries = fresh.map(({ endToEnd, amount, name, account, text: remittance }, index) => ({
      ...this.#entry(state, index),
      direction: 'out' as const,
      endToEnd,
      amount,
      name,
      account,
      text: remittance,
    }));
    const kept = [...payments.toReversed(), ...state.payments].slice(0, maxKept);
    const known = { ...(await this.#knowing(state, from)), payments: kept };
    return this.#book(known, { number: from, currency: first.currency }, entries);
  }

  #entry({ statements }: State, index: number): Entry {
    const booked = this.#day();
    const reference = `SANDBOX-${statements + 1}-${index + 1}`;
    const common = {
      reference,
      booked,
      bookedAt: null,
      parts: [],
      direction: 'in',
      endToEnd: null,
      isReturn: false,
      reason: null,
    } as const;
    return { ...common, amount: 0, name: null, account: null, text: '' };
  }

  #day(): string {
    return new Date(this.#options.now()).toISOString().slice(0, 10);
  }

  /** Adds a statement with these entries, which opens where the last one closed. */
  #book(
    state: State,
    { number, currency }: { readonly number: string; readonly currency: string },
    entries: readonly Entry[],
  ): State {
    const opening = state.balances[number] ?? 0;
    const closing = entries.reduce(
      (sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount),
      opening,
    );
    const statements = state.statements + 1;
    const day = this.#day();
    const balances = { ...state.balances, [number]: closing };
    const statement = {
      id: `SANDBOX-${statements}`,
      account: number,
      currency,
      opening,
      closing,
      from: day,
      to: day,
      entries,
    };
    const text = writeCamt053(statement, `${new Date(this.#options.now()).toISOString().slice(0, 19)}Z`);
    const pending = [...state.pending, { name: `statement-${String(statements).padStart(8, '0')}.xml`, text }];
    return { ...state, statements, balances, pending };
  }

  /** Adds an account that this bank doesn't know yet, with the closing balance of its last statement at the exchange, else 0. */
  async #knowing(state: State, number: string): Promise<State> {
    if (state.balances[number] !== undefined) return state;
    const last = await this.#options.db
      .selectFrom('bank_statements')
      .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_statements.account')
      .select('bank_statements.closing')
      .where('bank_accounts.number', '=', number)
      .where('bank_statements.closing', 'is not', null)
      .orderBy('bank_statements.to_day', 'desc')
      .orderBy('bank_statements.id', 'desc')
      .executeTakeFirst();
    return { ...state, balances: { ...state.balances, [number]: last?.closing ?? 0 } };
  }

  /**
   * Runs one change at a time across all processes of the database. The database keeps the change before its statement leaves, so a crash neither
   * loses nor repeats a change.
   */
  #inTurn(change: (state: State) => Promise<State | null>): Promise<boolean> {
    const turn = this.#last.then(() =>
      this.#options.db.transaction().execute(async (locking) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('fft sandbox bank', 0))`.execute(locking);
        return this.#change(change);
      }),
    );
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #change(change: (state: State) => Promise<State | null>): Promise<boolean> {
    const changed = await change(await this.#read());
    if (changed === null) return false;
    await this.#write(changed);
    for (const { name, text } of changed.pending) await this.#put(name, text);
    if (changed.pending.length > 0) await this.#write({ ...changed, pending: [] });
    return true;
  }

  async #read(): Promise<State> {
    try {
      return { ...empty, ...(JSON.parse(await readFile(join(this.#options.folder, 'sandbox.json'), 'utf8')) as State) };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
      throw error;
    }
  }

  async #write(state: State): Promise<void> {
    const path = join(this.#options.folder, 'sandbox.json');
    await mkdir(this.#options.folder, { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(state));
    await rename(`${path}.part`, path);
  }

  async #put(name: string, text: string): Promise<void> {
    const path = join(this.#options.folder, 'in', name);
    await mkdir(join(this.#options.folder, 'in'), { recursive: true });
    await writeFile(`${path}.part`, text);
    await rename(`${path}.part`, path);
  }
}
