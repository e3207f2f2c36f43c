import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { messageCalls, type Handlers, type MessageCalls } from '../platform/processes/message-calls.ts';
import { addOpen, sumOpen, type Uses } from '../platform/processes/shared-uses.ts';
import { backoffMs } from '../platform/retry.ts';
import type { Addresses, Beginning } from './member.ts';

const backoff = { firstMs: 500, maxMs: 30_000 };
/** A process that served this long before it ended is started again without a growing pause. */
const steadyMs = 60_000;
/** After this many starts in a row that ended before the process served, the supervisor gives up. */
const maxFailedStarts = 5;

/** The first process ended before it served; it has said why. */
export class FirstStartFailed extends Error {
  override readonly name = 'FirstStartFailed';
  readonly code: number;

  constructor(code: number | null) {
    super('the first process ended before it served');
    this.code = code ?? 1;
  }
}

/** A process can't be started again. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';

  constructor(name: string, how: string) {
    super(`${name} ended ${maxFailedStarts} times in a row before it served (${how}): its last log lines say why`);
  }
}

export interface SuperviseOptions<Places> {
  readonly gateways: number;
  readonly places: Places;
  /** What the processes may call. */
  readonly handlers: Handlers;
  readonly log: Logger;
  /** Called once if a process can't be started again. */
  readonly onGaveUp: (error: GaveUp) => void;
}

/** The processes of this machine, which share its ports. */
export interface Supervised extends Addresses {
  /** Resolves when all serve for the first time. */
  readonly allServe: Promise<void>;
  /** The number of those that serve. */
  serving(): number;
  /** Ends of processes that nobody asked for. */
  restarts(): number;
  /** Asks all that serve; those that don't answer in time are left out. */
  ask<Answer>(name: 'figures' | 'isReady'): Promise<readonly Answer[]>;
  /** Lets all drain and stop; resolves when they have ended. */
  stop(): Promise<void>;
}

/** A process's place; the process in it changes. */
interface Place {
  readonly name: string;
  worker: Worker | null;
  calls: MessageCalls | null;
  /** True once it has heard what the others have open: it hears changes from then on. */
  hears: boolean;
  serves: boolean;
  startedAt: number;
  /** Ends in a row soon after a start, and those of them before it served. */
  failures: number;
  failedStarts: number;
  open: Map<string, Map<string | number, number>>;
  restart: NodeJS.Timeout | undefined;
}

const answerWithinMs = 2_000;

/**
 * Starts this program several times. The first process prepares the database and opens the markets before the others start. A process that ends is
 * started again. Connections are given to the processes in turn, so that long-lived ones are spread evenly.
 */
export async function supervise<Places>(options: SuperviseOptions<Places>): Promise<Supervised> {
  // Structured clones: amounts of the demo's chains are big integers.
  cluster.setupPrimary({ serialization: 'advanced' });
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const supervisor = new Supervisor(options);
  const addresses = await supervisor.startFirst();
  return {
    ...addresses,
    allServe: supervisor.startOthers(),
    serving: () => supervisor.serving().length,
    restarts: () => supervisor.restarts,
    ask: (name) => supervisor.ask(name),
    stop: () => supervisor.stop(),
  };
}

class Supervisor<Places> {
  readonly #options: SuperviseOptions<Places>;
  readonly #all: readonly Place[];
  #isStopping = false;
  #hasServed = false;
  restarts = 0;

  constructor(options: SuperviseOptions<Places>) {
    this.#options = options;
    this.#all = Array.from({ length: options.gateways }, (_, index) => newPlace(`gateway-${index + 1}`));
  }

  /** @throws FirstStartFailed */
  async startFirst(): Promise<Addresses> {
    const [first] = this.#all;
    if (first === undefined) throw new Error('no process is wanted');
    const addresses = await this.#start(first, true);
    this.#hasServed = true;
    return addresses;
  }

  /** Resolves when each serves, or has ended: then it is started again. */
  async startOthers(): Promise<void> {
    const [, ...others] = this.#all;
    await Promise.allSettled(others.map((place) => this.#start(place, false)));
  }

  serving(): readonly Place[] {
    return this.#all.filter(({ serves }) => serves);
  }

  async ask<Answer>(name: string): Promise<readonly Answer[]> {
    const asked = this.serving().map(({ calls }) => withinTime(calls?.call<Answer>(name)));
    return (await Promise.all(asked)).filter((answer) => answer !== undefined);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { restart } of this.#all) clearTimeout(restart);
    await Promise.all(this.#all.flatMap(({ worker }) => (worker === null ? [] : [ended(worker)])));
  }

  #start(place: Place, isFirst: boolean): Promise<Addresses> {
    const serving = Promise.withResolvers<Addresses>();
    const worker = cluster.fork();
    Object.assign(place, { worker, hears: false, serves: false, startedAt: performance.now(), open: new Map() });
    const { handlers, gateways, places } = this.#options;
    place.calls = messageCalls(endOf(worker), {
      ...handlers,
      begin: (): Beginning<Places> => {
        place.hears = true;
        const open = sumOpen(this.#others(place).map((other) => other.open));
        return { name: place.name, processes: gateways, isFirst, places, open };
      },
      uses: (uses: Uses) => {
        addOpen(place.open, uses, 1);
        this.#tellOthers(place, uses);
      },
      serving: (addresses: Addresses) => {
        Object.assign(place, { serves: true, failedStarts: 0 });
        serving.resolve(addresses);
      },
    });
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      this.#onExit(place, signal ?? `code ${code}`);
      serving.reject(new FirstStartFailed(code));
    });
    return serving.promise;
  }

  #onExit(place: Place, how: string): void {
    const { serves, startedAt, open } = place;
    const closed = new Map<string, Map<string | number, number>>();
    addOpen(closed, open, -1);
    Object.assign(place, { worker: null, calls: null, hears: false, serves: false, open: new Map() });
    this.#tellOthers(place, closed);
    if (this.#isStopping || !this.#hasServed) return;
    this.restarts += 1;
    place.failures = serves && performance.now() - startedAt > steadyMs ? 1 : place.failures + 1;
    place.failedStarts += serves ? 0 : 1;
    if (place.failedStarts >= maxFailedStarts) return this.#options.onGaveUp(new GaveUp(place.name, how));
    const waitMs = backoffMs(place.failures, backoff);
    this.#options.log.warn({ ended: place.name, how, waitMs }, 'supervisor.processEnded');
    // How this start ends is seen by its own `exit`.
    place.restart = setTimeout(() => void this.#start(place, false).catch(() => undefined), waitMs);
  }

  #others(place: Place): readonly Place[] {
    return this.#all.filter((other) => other !== place);
  }

  #tellOthers(place: Place, uses: Uses): void {
    for (const other of this.#others(place)) if (other.hears) other.calls?.tell('uses', uses);
  }
}

function newPlace(name: string): Place {
  const nothing = { worker: null, calls: null, hears: false, serves: false, startedAt: 0, restart: undefined };
  return { name, ...nothing, failures: 0, failedStarts: 0, open: new Map() };
}

function endOf(worker: Worker) {
  return {
    send: (message: unknown) => {
      if (worker.isConnected()) worker.process.send(message as object, undefined, undefined, () => undefined);
    },
    onMessage: (listener: (message: unknown) => void) => void worker.on('message', listener),
    onGone: (listener: () => void) => void worker.once('exit', listener),
  };
}

/** Signals the process as a service manager would, and resolves when it has ended. */
function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  });
}

/** Undefined if the answer fails, or comes too late. */
async function withinTime<Answer>(answer: Promise<Answer> | undefined): Promise<Answer | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), answerWithinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
