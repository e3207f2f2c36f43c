import { consoleCalls, type BankEntryLine } from '@fft/console-contract';
import type { CustomerService } from '../accounts/index.ts';
import type { BankOperations } from '../banks/index.ts';
import type { Review } from '../identity/index.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import type { Approvals, ExecuteActs } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface BanksOptions {
  readonly banks: BankOperations;
  readonly approvals: Approvals;
  readonly review: Pick<Review, 'latest'>;
  readonly customers: Pick<CustomerService, 'read'>;
}

type Line = Awaited<ReturnType<BankOperations['entries']>>[number];

/** Binds the calls about bank accounts, statements and their entries. What moves money is only proposed here. */
export function bindBanks(bind: Bind, options: BanksOptions): void {
  const { banks, approvals } = options;
  const own = consoleCalls.banks;
  bind(own.accounts, () => banks.accounts());
  bind(own.saveAccount, async (input, by) => {
    const details = await banks.checkAccount(input);
    const target = `bank account ${details.currency} ${details.number}`;
    const { id } = await approvals.propose(by, {
      act: 'bankAccount',
      target,
      input: { ...details, holidays: [...details.holidays], csv: details.csv && { ...details.csv } },
    });
    return { approval: id };
  });
  bind(own.readSample, ({ text, dialect }) => Promise.resolve(banks.readSample(text, dialect)));
  bind(own.importFile, async ({ account, name, text, format, dryRun }, by) => {
    const file = { name, text, format };
    const { digest, coin, preview, ...figures } = await banks.previewFile(account, file);
    const shown = { ...figures, preview: await withNames(options, preview) };
    if (dryRun) return { ...shown, approval: null };
    const id = await banks.keepFile(account, file, by.name);
    const { entries, known, moneyIn, moneyOut, opening, closing } = figures;
    const facts = { name, coin, entries, known, moneyIn, moneyOut, opening, closing, digest };
    const proposed = await approvals.propose(by, {
      act: 'bankFile',
      target: `bank file ${id}`,
      input: { id, account, ...facts },
    });
    return { ...shown, approval: proposed.id };
  });
  bind(own.files, async ({ account, limit, cursor }) =>
    pageOf(await banks.files({ account, before: readCursor(cursor), limit }), limit),
  );
  bind(own.entries, async ({ limit, cursor, ...query }) => {
    const before = cursor === undefined ? (query.state === 'queued' ? 0 : Infinity) : readCursor(cursor);
    const { items, next } = pageOf(await banks.entries({ ...query, before, limit }), limit);
    return { items: await describeAll(options, items), next };
  });
  bind(own.entry, async ({ id }) => {
    const { entry, parts, suggestions } = await banks.entry(id);
    const [line] = await describeAll(options, [entry]);
    if (!line) throw new Error(`bank entry ${id} was not described`);
    const known = suggestions.map(async ({ by, ...suggestion }) => {
      const customer = await options.customers.read(suggestion.customer);
      return { ...suggestion, by: [...by], email: customer?.email ?? null };
    });
    return { entry: line, parts, suggestions: await Promise.all(known) };
  });
  bind(own.decideEntry, async ({ id, act, customer, note }, by) => {
    const decision = { id, act, customer: act === 'match' ? (customer ?? null) : null, note };
    const { coin, amount, name, number, text, reference } = await banks.checkDecision(decision);
    const facts = { coin, amount, name, number, text, reference };
    const input = { ...decision, ...facts };
    const proposed = await approvals.propose(by, { act: 'bankEntry', target: `bank entry ${id}`, input });
    return { approval: proposed.id };
  });
}

/** Executes what two operators agreed to. */
export function createBankApprovals(banks: BankOperations) {
  return {
    bankAccount: (input, { agreement }) =>
      Promise.resolve({ record: (transaction) => banks.saveAccount(transaction, input, agreement) }),
    bankFile: async ({ id, digest }, { agreement }) => {
      await banks.applyFile(id, digest, agreement);
      return {};
    },
    bankEntry: async (input, { agreement }) => {
      await banks.decideEntry(input, agreement);
      return {};
    },
    bankBatch: async ({ id, digest }, { agreement }) => {
      await banks.releaseBatch(id, digest, agreement);
      return {};
    },
    bankPayout: async ({ id, zh, en }, { agreement }) => {
      await banks.failPayout(id, { zh, en }, agreement);
      return {};
    },
    bankDay: async (input, { agreement }) => {
      await banks.explainDay(input, agreement);
      return {};
    },
  } satisfies Partial<ExecuteActs>;
}

/** A page of what a list returned: one more than requested if there are more. */
export function pageOf<T extends { readonly id: number }>(found: readonly T[], limit: number) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: last && found.length > limit ? cursorAfter(last.id) : null };
}

type Named<T extends { readonly customer: number | null }> = Omit<T, 'customer'> & Pick<BankEntryLine, 'customer'>;

async function withNames<T extends { readonly customer: number | null }>(
  { review }: BanksOptions,
  items: readonly T[],
): Promise<Named<T>[]> {
  const identities = await review.latest(items.flatMap(({ customer }) => customer ?? []));
  return items.map(({ customer, ...item }) => ({
    ...item,
    customer: customer === null ? null : { customer, name: identities.get(customer)?.name ?? null },
  }));
}

/** Adds names and open proposals. */
async function describeAll(options: BanksOptions, items: readonly Line[]): Promise<BankEntryLine[]> {
  const target = ({ id }: Pick<Line, 'id'>): string => `bank entry ${id}`;
  const open = await options.approvals.findOpen('bankEntry', items.map(target));
  const named = await withNames(options, items);
  return named.map((item) => {
    const proposal = open.get(target(item));
    return { ...item, proposal: proposal === undefined ? null : { id: proposal.id, proposer: proposal.proposerName } };
  });
}
