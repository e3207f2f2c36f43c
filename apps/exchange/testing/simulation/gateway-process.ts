import { createEngine } from '@fft/engine';
import type { Batch, MemoryStorage } from '@fft/journal';
import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { Gateway, GatewayUnavailable, type Untimed } from '../../src/ledger/gateway.ts';
import type { Fault, Faults } from './faults.ts';
import { ShakyJournal } from './shaky-journal.ts';
import { simulatedOptions } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface GatewayProcessOptions {
  readonly storage: MemoryStorage;
  readonly time: VirtualTime;
  readonly faults: Faults;
  readonly onBatchFault: (batch: Batch, fault: Fault) => void;
  /** Told of every entry that a replica has applied. */
  readonly onApplied: (host: EngineHost) => void;
}

/** The connection broke off, as the process behind it died. */
export class HungUp extends GatewayUnavailable {}

/** Few come at a time, and some are to gather. */
const manyCommands = 2;
/** Few may wait, so that a slow disk is enough for an overload. */
const maxWaiting = 4;
const restartMs = 300;

interface Life {
  readonly journal: ShakyJournal;
  readonly host: EngineHost;
  readonly gateway: Gateway;
}

/** A gateway as the exchange runs it, engine and all, whose process dies and comes back. */
export class GatewayProcess {
  readonly #options: GatewayProcessOptions;
  #life: Life | null = null;
  #clockOffMs = 0;
  /** Who waits for an answer of this life, and hears of its end. */
  readonly #pending = new Set<() => void>();

  constructor(options: GatewayProcessOptions) {
    this.#options = options;
    this.#start();
  }

  /** The replica, or null while the process is down or catching up. */
  get host(): EngineHost | null {
    return this.#life?.host ?? null;
  }

  setClock(offMs: number): void {
    this.#clockOffMs = offMs;
  }

  /** SIGKILL; it is started again soon after. */
  kill(): void {
    if (!this.#life) return;
    this.#life.journal.cut();
    this.#life = null;
    for (const hangUp of this.#pending) hangUp();
    this.#pending.clear();
    this.#options.time.after(restartMs, () => this.#start());
  }

  /** @throws GatewayUnavailable as the gateway does; and with its outcome unknown where the process dies meanwhile */
  submit(command: Untimed): Promise<Outcome> {
    const life = this.#life;
    if (!life) return Promise.reject(new GatewayUnavailable('no such process', { outcomeUnknown: false }));
    return new Promise((resolve, reject) => {
      const hangUp = (): void => reject(new HungUp('the process died', { outcomeUnknown: true }));
      this.#pending.add(hangUp);
      const answered = life.gateway.submit(command).finally(() => this.#pending.delete(hangUp));
      answered.then(resolve, reject);
    });
  }

  #start(): void {
    const { storage, time, faults, onBatchFault, onApplied } = this.#options;
    const journal = new ShakyJournal({ storage, time, faults, onFault: onBatchFault });
    const wait = (ms: number): Promise<void> => time.wait(ms);
    const host = new EngineHost(journal, (listener) => createEngine(listener, simulatedOptions), wait);
    host.subscribe(() => onApplied(host));
    const die = (): void => {
      if (this.#life?.host === host) this.kill();
    };
    const now = (): number => Math.max(0, time.now + this.#clockOffMs);
    const gateway = new Gateway({ journal, host, now, onFatal: die, maxWaiting, manyCommands, wait });
    this.#catchUp({ journal, host, gateway }, die);
  }

  /** Serves once it has caught up; where the journal can't be read, or is read wrongly, it begins anew. */
  #catchUp(life: Life, die: () => void): void {
    const start = async (): Promise<void> => {
      await life.host.catchUp();
      await life.host.follow(die);
      this.#life = life;
    };
    start().catch(() => {
      life.journal.cut();
      this.#options.time.after(restartMs, () => this.#start());
    });
  }
}
