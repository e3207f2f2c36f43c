import type { EngineListener } from '@fft/engine';
import type { Batch, MemoryStorage } from '@fft/journal';
import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { Gateway, type Untimed } from '../../src/ledger/gateway.ts';
import { GatewayUnavailable } from '../../src/ledger/gateway-unavailable.ts';
import type { Fault, Faults } from './faults.ts';
import { ShakyJournal } from './shaky-journal.ts';
import type { SimulatedEngine } from './lossy-engine.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface GatewayProcessOptions {
  readonly storage: MemoryStorage;
  readonly time: VirtualTime;
  readonly faults: Faults;
  readonly createEngine: (listener: EngineListener) => SimulatedEngine;
  readonly onBatchFault: (batch: Batch, fault: Fault) => void;
  /** Receives every entry that a replica has applied. */
  readonly onApplied: (host: EngineHost) => void;
}

/** The connection broke because the process died. */
export class HungUp extends GatewayUnavailable {}

/** Few commands arrive at a time, and some must gather. */
const manyCommands = 2;
/** A small limit, so that a slow disk causes an overload. */
const maxWaiting = 3;
/** So small that customers spend it often. */
const rejectionsPer10s = 4;
const restartMs = 300;

interface Life {
  readonly journal: ShakyJournal;
  readonly host: EngineHost;
  readonly gateway: Gateway;
}

/** A gateway as the exchange runs it, with its engine, in a process that dies and restarts. */
export class GatewayProcess {
  readonly #options: GatewayProcessOptions;
  #life: Life | null = null;
  #clockOffMs = 0;
  /** Callers that wait for an answer of this life and get an error at its end. */
  readonly #pending = new Set<() => void>();

  constructor(options: GatewayProcessOptions) {
    this.#options = options;
    this.#start();
  }

  /** The replica; null while the process is down or catching up. */
  get host(): EngineHost | null {
    return this.#life?.host ?? null;
  }

  setClock(offMs: number): void {
    this.#clockOffMs = offMs;
  }

  /** Kills the process, which restarts soon after. */
  kill(): void {
    if (!this.#life) return;
    this.#life.journal.cut();
    this.#life = null;
    for (const hangUp of this.#pending) hangUp();
    this.#pending.clear();
    this.#options.time.after(restartMs, () => this.#start());
  }

  /** @throws GatewayUnavailable like the gateway; with an unknown outcome if the process dies before the answer */
  submit(command: Untimed): Promise<Outcome> {
    const life = this.#life;
    if (!life) return Promise.reject(new GatewayUnavailable('the process is down', { outcomeUnknown: false }));
    return new Promise((resolve, reject) => {
      const hangUp = (): void => reject(new HungUp('the process died', { outcomeUnknown: true }));
      this.#pending.add(hangUp);
      const answered = life.gateway.submit(command).finally(() => this.#pending.delete(hangUp));
      answered.then(resolve, reject);
    });
  }

  #start(): void {
    const { storage, time, faults, createEngine, onBatchFault, onApplied } = this.#options;
    const journal = new ShakyJournal({ storage, time, faults, onFault: onBatchFault });
    const wait = (ms: number): Promise<void> => time.wait(ms);
    const host = new EngineHost(journal, createEngine, wait);
    host.subscribe(() => onApplied(host));
    const die = (): void => {
      if (this.#life?.host === host) this.kill();
    };
    const now = (): number => Math.max(0, time.now + this.#clockOffMs);
    const limits = { maxWaiting, manyCommands, rejectionsPer10s };
    const gateway = new Gateway({ journal, host, now, clock: () => time.now, onFatal: die, ...limits, wait });
    this.#catchUp({ journal, host, gateway }, die);
  }

  /** Serves once it has caught up; starts again if the journal can't be read or a read is corrupt. */
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
