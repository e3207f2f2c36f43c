import { bankAccountKinds, fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { entryActs, fileEncodings, mt940Dialects } from './acts/index.ts';
import { customerId } from './customers.ts';
import { readCall, writeCall } from './operator-call.ts';
import { operatorId } from './operators.ts';

/** A bank account of the exchange. */
const houseAccount = z.object({
  id: z.number(),
  coin: z.string(),
  kind: z.enum(bankAccountKinds),
  number: z.string(),
  bank: z.string(),
  holder: z.string(),
  bankName: z.string(),
  address: z.string(),
  /** Customers see it, and its statements are read. */
  listed: z.boolean(),
  /** False if the row was changed behind the exchange's back: customers don't see it, and nothing is credited from it. */
  genuine: z.boolean(),
  /** Time of the day until which payouts leave on the same day, in the time zone: `16:00`. */
  cutOff: z.string(),
  timeZone: z.string(),
  /** Days on which the bank is closed besides weekends: `2026-12-25`. */
  holidays: z.array(z.string()),
  /** Columns of the bank's CSV as JSON; null if it sends none. */
  csv: z.nullable(z.string()),
  /** How its bank writes `:86:` of MT940; null for plain text, in which nothing is the bank's own. */
  dialect: z.nullable(z.enum(mt940Dialects)),
  /** Of its MT940 and CSV; null for UTF-8. XML says it itself. */
  encoding: z.nullable(z.enum(fileEncodings)),
  /** Closing balance of the latest statement, and its day; null before the first. */
  closing: z.nullable(field.decimal()),
  closingDay: z.nullable(z.string()),
  /** Entries that wait for an operator. */
  queued: z.number(),
});
export type HouseBankAccount = z.output<typeof houseAccount>;

export const bankFormats = ['camt053', 'camt054', 'mt940', 'csv'] as const;
/** `proposed` waits for a second operator; `read` was applied. */
export const bankFileStates = ['proposed', 'read', 'refused'] as const;

/** What became of one statement of a file: read, refused for its problem, or left out since its account is unknown. */
const statement = z.object({
  kind: z.enum(['read', 'refused', 'unknown']),
  /** The bank's name of the statement. */
  name: z.string(),
  /** The account, as the bank writes it. */
  number: z.string(),
  coin: z.string(),
  problem: z.nullable(z.object({ zh: z.string(), en: z.string() })),
  line: z.number(),
  detail: z.string(),
});
export type FileStatementLine = z.output<typeof statement>;

/** One file with statements. */
const bankFile = z.object({
  id: z.number(),
  account: z.number(),
  coin: z.string(),
  name: z.string(),
  format: z.enum(bankFormats),
  /** Imported in the console, or from the watched folder. */
  source: z.enum(['console', 'folder']),
  state: z.enum(bankFileStates),
  /** The operator; empty for the folder. */
  by: z.string(),
  time: field.time(),
  /** Days and balances of its statements, first to last; null in formats without them. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  opening: z.nullable(field.decimal()),
  closing: z.nullable(field.decimal()),
  /** Entries in it, and how many of them were new. */
  entries: z.number(),
  added: z.number(),
  /** SHA-256 of the file. */
  digest: z.string(),
  /** Its statements; empty before it is read. */
  statements: z.array(statement),
});
export type BankFileLine = z.output<typeof bankFile>;

/**
 * `new` was just read; `matched` is about to be credited; `queued` waits for an operator; `returning` is to be sent back; `settled` is a payout that
 * left; `gaveBack` a payout that came back; `ignored` is the house's own; `split` is decided by its parts; `same` is another report of a known entry.
 */
export const bankEntryStates = [
  'new',
  'matched',
  'credited',
  'queued',
  'returning',
  'returned',
  'ignored',
  'settled',
  'gaveBack',
  'split',
  'same',
] as const;

/** Reasons why an entry waits for an operator, in the order in which operators see them. */
export const entryDoubts = [
  /** The row was changed behind the exchange's back: it can only be ignored. */
  'altered',
  /** The account isn't listed, or its row was altered. */
  'account',
  /** Its reports contradict each other, or it contradicts a known entry. */
  'contradiction',
  /** A known entry may be the same: equal amount and day, under another reference of the bank. */
  'perhapsKnown',
  /** Its parts don't make its amount. */
  'unusual',
  /** No reference in the text. */
  'noReference',
  /** A reference that belongs to no one, or not to this currency. */
  'unknownReference',
  /** References of several customers. */
  'severalReferences',
  /** The sender's name isn't the customer's verified name, or the bank doesn't say it. */
  'nameDiffers',
  'unverified',
  'locked',
  /** Money that left and is no payout: fees, the house's own transfers. */
  'outgoing',
  /** A payment that came back and belongs to no payout. */
  'return',
  /** A payment out that names a payout, and isn't that payout: another amount, another account, or one that isn't under way. */
  'payout',
  /** The ledger refused the credit. */
  'ledger',
] as const;

const customerFact = z.object({
  customer: z.number(),
  /** As on the identity document; null without one. */
  name: z.nullable(z.string()),
});

/** Why parts don't make the amount: charges kept back, a part in the other direction or another currency, no amounts, another sum. */
export const unusualEntries = ['charges', 'otherDirection', 'otherCurrency', 'noAmounts', 'sum', 'unproven'] as const;

/** One entry of a bank's statements, or a part of one. */
const bankEntry = z.object({
  id: z.number(),
  account: z.number(),
  coin: z.string(),
  /** The bank's own reference; null without, and for a part. */
  reference: z.nullable(z.string()),
  direction: z.enum(['in', 'out']),
  amount: field.decimal(),
  booked: z.string(),
  /** Of the other side. */
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  text: z.string(),
  endToEnd: z.nullable(z.string()),
  isReturn: z.boolean(),
  /** Of a part: its entry. */
  parent: z.nullable(z.number()),
  /** Number of its parts; zero for a single payment. */
  count: z.number(),
  unusual: z.nullable(z.enum(unusualEntries)),
  /** The known entry that it may be, or is, another report of. */
  twin: z.nullable(z.number()),
  state: z.enum(bankEntryStates),
  doubts: z.array(z.enum(entryDoubts)),
  /** Whom it was, or would be, credited to. */
  customer: z.nullable(customerFact),
  /** The open proposal about it, and its proposer. */
  proposal: z.nullable(z.object({ id: z.number(), proposer: z.string() })),
  time: field.time(),
  updated: field.time(),
});
export type BankEntryLine = z.output<typeof bankEntry>;

/** A payment of an entry that consists of several. */
const bankPart = z.object({
  /** The row on which it is decided; null if the entry is decided whole. */
  entry: z.nullable(z.number()),
  state: z.nullable(z.enum(bankEntryStates)),
  /** Below zero in the other direction; null if the bank doesn't say it in the account's currency. */
  amount: z.nullable(field.decimal()),
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  text: z.string(),
  endToEnd: z.nullable(z.string()),
  isReturn: z.boolean(),
});
export type BankPartLine = z.output<typeof bankPart>;

export const proposal = z.object({ approval: z.number() });
export const day = () => z.string('blank').check(z.regex(/^20\d\d-\d\d-\d\d$/, 'time'));

export const bankCalls = {
  accounts: readCall({
    name: 'banks',
    right: 'banks.see',
    summary: 'Lists the bank accounts of the exchange.',
    input: () => z.object({}),
    output: () => z.array(houseAccount),
  }),
  saveAccount: writeCall({
    name: 'banks/save',
    right: 'banks.manage',
    summary:
      'Proposes a bank account of the exchange, or other details of one (`id`). Customers see it once a second operator agrees. Number and currency cannot be changed later.',
    input: () =>
      z.object({
        id: z.optional(operatorId),
        coin: field.coin(),
        kind: field.choice(bankAccountKinds),
        number: field.text(50),
        bank: z._default(field.singleLine(20, 'label'), ''),
        holder: field.text(70),
        bankName: field.text(70),
        address: z._default(field.singleLine(140, 'label'), ''),
        listed: z._default(field.flag(), true),
        cutOff: z._default(z.string('blank').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')), '16:00'),
        timeZone: z._default(field.text(64), 'UTC'),
        /** Days like `2026-12-25`, with commas between them. */
        holidays: z._default(z.string('blank').check(z.maxLength(2000, 'tooLong')), ''),
        /** JSON: `delimiter`, `decimal`, `dateForm`, optionally `thousands` and `order` (`oldestFirst`, `newestFirst`), and the names of the columns `date`, `amount` or `credit` and `debit`, and optionally `reference`, `currency`, `ownAccount`, `balance`, `name`, `account`, `text`, `endToEnd`. */
        csv: z.optional(field.text(2000)),
        /** How its bank writes `:86:` of MT940. Without it, all there is a payer's text, and no entry names its sender. */
        dialect: z.optional(field.choice(mt940Dialects)),
        /** Of its MT940 and CSV; UTF-8 without it. */
        encoding: z.optional(field.choice(fileEncodings)),
      }),
    output: () => proposal,
  }),
  readSample: writeCall({
    name: 'banks/sample',
    right: 'banks.manage',
    summary:
      'Says in which dialect a file of MT940 is written, and what its entries say in that or in a given one. For the form of an account: nothing is kept.',
    input: () =>
      z.object({
        text: z.string('blank').check(z.minLength(1, 'blank'), z.maxLength(1_000_000, 'tooLong')),
        dialect: z.optional(field.choice(mt940Dialects)),
      }),
    output: () =>
      z.object({
        recognised: z.enum(mt940Dialects),
        dialect: z.enum(mt940Dialects),
        entries: z.array(
          z.object({
            line: z.number(),
            direction: z.enum(['in', 'out']),
            amount: field.decimal(),
            booked: z.string(),
            name: z.nullable(z.string()),
            number: z.nullable(z.string()),
            text: z.string(),
            endToEnd: z.nullable(z.string()),
            isReturn: z.boolean(),
          }),
        ),
      }),
  }),
  importFile: writeCall({
    name: 'banks/import',
    right: 'banks.manage',
    summary:
      'Reads a file of statements of an account. With `dryRun` it only says what the file would do. Otherwise it proposes the import: the entries are taken over once a second operator agrees. What is wrong in one statement leaves out that one; a file without a sound statement of the account is refused, with `data.line` and `data.problem`.',
    input: () =>
      z.object({
        account: operatorId,
        name: field.singleLine(120, 'label'),
        text: z.string('blank').check(z.minLength(1, 'blank'), z.maxLength(1_000_000, 'tooLong')),
        /** Found by the content if absent. */
        format: z.optional(field.choice(bankFormats)),
        dryRun: z._default(field.flag(), false),
      }),
    output: () =>
      z.object({
        format: z.enum(bankFormats),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
        opening: z.nullable(field.decimal()),
        closing: z.nullable(field.decimal()),
        entries: z.number(),
        /** What becomes of each statement of the file. */
        statements: z.array(statement),
        /** Entries that are known already. */
        known: z.number(),
        /** New money in and out. */
        moneyIn: field.decimal(),
        moneyOut: field.decimal(),
        /** The first new entries, and what would become of each. */
        preview: z.array(
          z.object({
            line: z.number(),
            coin: z.string(),
            direction: z.enum(['in', 'out']),
            amount: field.decimal(),
            booked: z.string(),
            name: z.nullable(z.string()),
            text: z.string(),
            /** Number of its parts; zero for a single payment. */
            count: z.number(),
            customer: z.nullable(customerFact),
            doubts: z.array(z.enum(entryDoubts)),
          }),
        ),
        /** Null after a dry run. */
        approval: z.nullable(z.number()),
      }),
  }),
  files: readCall({
    name: 'banks/files',
    right: 'banks.see',
    summary: 'Lists the imported files, newest first.',
    input: () => z.object({ account: z.optional(operatorId), ...field.page() }),
    output: () => field.pageOf(bankFile),
  }),
  entries: readCall({
    name: 'banks/entries',
    right: 'banks.see',
    summary: 'Lists the entries of the statements, newest first; those in the queue oldest first.',
    input: () =>
      z.object({
        account: z.optional(operatorId),
        state: z.optional(field.choice(bankEntryStates)),
        customer: z.optional(customerId),
        from: z.optional(day()),
        to: z.optional(day()),
        ...field.page(),
      }),
    output: () => field.pageOf(bankEntry),
  }),
  entry: readCall({
    name: 'banks/entry',
    right: 'banks.see',
    summary:
      'Returns an entry with suggestions: customers whose verified name is the sender’s, and whose reference is in the text.',
    input: () => z.object({ id: operatorId }),
    output: () =>
      z.object({
        entry: bankEntry,
        parts: z.array(bankPart),
        suggestions: z.array(
          z.extend(customerFact, {
            /** `reference`: theirs is in the text; `name`: the sender has their verified name. */
            by: z.array(z.enum(['reference', 'name'])),
            email: z.nullable(z.string()),
          }),
        ),
      }),
  }),
  decideEntry: writeCall({
    name: 'banks/decide',
    right: 'banks.manage',
    summary:
      'Proposes what becomes of a queued entry: credit it to a customer, return it to its sender, ignore it as the house’s own, or say of one that may be a known entry that it is the same or another one. It happens once a second operator agrees.',
    input: () =>
      z.object({
        id: operatorId,
        act: field.choice(entryActs),
        /** For `match`. */
        customer: z.optional(customerId),
        /** Why; both operators and the audit log see it. */
        note: field.singleLine(200, 'label'),
      }),
    output: () => proposal,
  }),
};
