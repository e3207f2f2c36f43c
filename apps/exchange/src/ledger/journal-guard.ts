import type { Command, CommandCheck, CustomerCommand } from '@fft/engine';
import type { Budgets } from '../platform/limits/budgets.ts';
import type { Outcome } from './replica/batch-events.ts';
import type { Untimed } from './untimed.ts';

/** Customers' commands that were refused, since the process began. */
export interface RefusedCounts {
  /** For their form: they are not in the journal. */
  readonly ofForm: number;
  /** By the state of this replica, as their customer's budget was spent: they are not in the journal. */
  readonly byReplica: number;
  /** By the engine, in the journal, through any process. */
  readonly inJournal: number;
}

/** A command, and the receiver of its answer. */
export interface Submitted {
  readonly command: Untimed;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

interface Held<S extends Submitted> {
  readonly submitted: S;
  /** Its turn comes once this many commands are settled. */
  after: number;
}

export interface JournalGuardOptions {
  readonly engine: CommandCheck;
  /** By customer: refused commands that the journal takes. Null for no limit. */
  readonly budgets: Budgets | null;
  /** Called with errors of receivers of an answer. */
  readonly onCallerError: (error: unknown) => void;
}

const checkedTypes: ReadonlySet<Command['type']> = new Set([
  'place',
  'placePair',
  'convert',
  'amend',
  'cancel',
  'transfer',
]);

function isCustomers<C extends Untimed>(command: C): command is C & Untimed<CustomerCommand> {
  return checkedTypes.has(command.type);
}

/**
 * Keeps customers' commands out of the journal that it would only record as refused: an entry stays forever. The engine's own checks decide, with the state of
 * this process's replica, and the engine checks again what is in the journal.
 *
 * A command with the wrong form is always answered here. Other refusals depend on what comes before them in the journal, so it takes them, up to a customer's
 * budget. Past it the customer's commands go one at a time: each waits until all earlier ones of this process are applied, and is answered here if the engine
 * would refuse it in that state. So a customer past their budget still hears the engine's reasons and may still trade, but adds no refusals.
 */
export class JournalGuard<S extends Submitted> {
  readonly #options: JournalGuardOptions;
  readonly #counts = { ofForm: 0, byReplica: 0, inJournal: 0 };
  /** By customer, in the order they came. */
  readonly #held = new Map<number, Held<S>[]>();
  #heldCount = 0;

  constructor(options: JournalGuardOptions) {
    this.#options = options;
  }

  get counts(): RefusedCounts {
    return this.#counts;
  }

  /** Number of commands that wait for their turn. */
  get held(): number {
    return this.#heldCount;
  }

  /** The answer to a command that is refused for its form; null if it has the right form. */
  refuseForm(command: Untimed): Outcome | null {
    if (!isCustomers(command)) return null;
    const reason = this.#options.engine.checkForm(timed(command));
    if (reason === null) return null;
    this.#counts.ofForm += 1;
    return { kind: 'rejected', reason };
  }

  /** Returns true if the command may be submitted now. Otherwise {@link release} does it, or answers. `entered` counts the commands submitted so far. */
  admits(submitted: S, entered: number): boolean {
    const { command } = submitted;
    if (!isCustomers(command)) return true;
    const owner = ownerOf(command);
    let queue = this.#held.get(owner);
    if (queue === undefined) {
      if (this.#options.budgets?.isSpent(owner) !== true) return true;
      this.#held.set(owner, (queue = []));
    }
    queue.push({ submitted, after: entered });
    this.#heldCount += 1;
    return false;
  }

  /** Answers or submits the held commands whose turn has come. `submit` returns the number of commands submitted then. */
  release(settled: number, submit: (submitted: S) => number): void {
    for (const [owner, queue] of this.#held) {
      for (let first = queue[0]; first !== undefined && first.after <= settled; first = queue[0]) {
        queue.shift();
        this.#heldCount -= 1;
        if (this.#answers(first.submitted)) continue;
        const entered = submit(first.submitted);
        const [next] = queue;
        if (next !== undefined) next.after = entered;
      }
      if (queue.length === 0) this.#held.delete(owner);
    }
  }

  /** Refuses all held commands: the ledger has failed. */
  refuseHeld(error: Error): void {
    const queues = [...this.#held.values()];
    this.#held.clear();
    this.#heldCount = 0;
    for (const { submitted } of queues.flat()) this.#attempt(() => submitted.reject(error));
  }

  /** Counts what the journal refused, through any process. */
  note(commands: readonly Command[], outcomes: readonly Outcome[]): void {
    for (const [index, { kind }] of outcomes.entries()) {
      const command = commands[index];
      if (kind === 'done' || command === undefined || !isCustomers(command)) continue;
      this.#counts.inJournal += 1;
      this.#options.budgets?.owe(ownerOf(command), 1);
    }
  }

  /** True if the command is answered by the replica's state. */
  #answers(submitted: S): boolean {
    const { command } = submitted;
    const refused = isCustomers(command) ? this.#options.engine.check(timed(command)) : null;
    if (refused === null) return false;
    this.#counts.byReplica += 1;
    this.#attempt(() => submitted.resolve(refused));
    return true;
  }

  #attempt(answer: () => void): void {
    try {
      answer();
    } catch (error) {
      this.#options.onCallerError(error);
    }
  }
}

function ownerOf(command: Untimed<CustomerCommand>): number {
  if (command.type === 'placePair') return command.limit.owner;
  return command.type === 'convert' ? command.first.owner : command.owner;
}

/** Checks are about the engine's present time, so any valid time will do. */
function timed(command: Untimed<CustomerCommand>): CustomerCommand {
  return { ...command, time: 0 };
}
