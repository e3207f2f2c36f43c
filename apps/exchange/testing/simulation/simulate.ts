import { Engine, type Command, type EngineListener } from '@fft/engine';
import { MemoryStorage, type Batch } from '@fft/journal';
import { streamOf } from '@fft/testkit';
import { decodeCommands } from '../../src/ledger/codec.ts';
import type { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { createRandom } from '../faults/random.ts';
import { Coverage } from './coverage.ts';
import { Customers } from './customers.ts';
import type { Wish } from './wish.ts';
import { applySteps, stepsOf } from './market-steps.ts';
import { type Fault, Faults, type Mishap } from './faults.ts';
import { GatewayProcess } from './gateway-process.ts';
import { type SimulatedEngine, soundEngine } from './lossy-engine.ts';
import { bodyOf, checkSnapshot, checkWishes, fail, readTruth, type Snapshot } from './truth.ts';
import { VirtualTime } from './virtual-time.ts';

export interface Simulated {
  readonly commands: number;
  readonly entries: number;
  readonly mishaps: ReadonlyMap<Mishap, number>;
  readonly coverage: Coverage;
  /** Fills in the crowded market, by its tick. */
  readonly fillsByTick: ReadonlyMap<string, number>;
}

/** Interval of journal entries at which replicas compare their states, and at how many of these a snapshot is kept. */
const compareEvery = 32;
const snapshotOnceIn = 20;
/** Longer gaps in the stream pass by a common jump of the clocks, once every command has its answer. */
const longGapMs = 10_000;
/** An answer that takes longer never comes. */
const patienceMs = 600_000;

export interface SimulateOptions {
  /** Lets a test break the journal itself. */
  readonly storage?: MemoryStorage;
  /** Lets a test break the engines. */
  readonly createEngine?: (listener: EngineListener) => SimulatedEngine;
}

/**
 * Simulates one exchange, decided by a seed: customers send a random stream of commands over a bad network to three gateways that die and restart,
 * over one journal that fails. Throws if an invariant breaks during the faults, or if, after they end, a command has no answer or a
 * wrong one.
 */
export async function simulate(seed: number, length: number, options: SimulateOptions = {}): Promise<Simulated> {
  const run = new Run(seed, options);
  await run.open(length);
  await run.goWrong();
  return run.mendAndCheck();
}

class Run {
  readonly #seed: number;
  readonly #storage: MemoryStorage;
  readonly #time = new VirtualTime();
  readonly #faults: Faults;
  readonly #gateways: readonly [GatewayProcess, GatewayProcess, GatewayProcess];
  readonly #customers: Customers;
  readonly #wishOf = new Map<string, Wish[]>();
  readonly #hashes = new Map<number, string>();
  readonly #snapshots: Snapshot[] = [];
  #stream: readonly Command[] = [];
  #broken: Error | null = null;

  constructor(seed: number, { storage = new MemoryStorage(), createEngine = soundEngine }: SimulateOptions) {
    this.#seed = seed;
    this.#storage = storage;
    this.#faults = new Faults(createRandom(seed, 0));
    const open = (): GatewayProcess =>
      new GatewayProcess({
        storage: this.#storage,
        time: this.#time,
        faults: this.#faults,
        createEngine,
        onBatchFault: (batch, fault) => this.#mark(batch, fault),
        onApplied: (host) => this.#compare(host),
      });
    this.#gateways = [open(), open(), open()];
    this.#customers = new Customers({ time: this.#time, faults: this.#faults, gateways: this.#gateways });
  }

  /** Lists markets and funds customers, in order, before the faults begin. */
  async open(length: number): Promise<void> {
    const { opening, commands } = streamOf(this.#seed, length);
    this.#stream = commands;
    await this.#until(() => this.#gateways.every(({ host }) => host !== null));
    for (const command of applySteps(opening, stepsOf(this.#seed))) {
      const wish = this.#wish(command);
      await this.#until(() => wish.isOver);
    }
  }

  async goWrong(): Promise<void> {
    this.#faults.isOn = true;
    let clock = 0;
    let offMs = 0;
    for (const command of this.#stream) {
      const gap = Number.isSafeInteger(command.time) ? Math.max(0, command.time - clock) : 0;
      clock += gap;
      if (gap > longGapMs) {
        await this.#until(() => this.#customers.areDone);
        offMs += gap;
        for (const gateway of this.#gateways) gateway.setClock(offMs);
      } else {
        await this.#pass(gap);
      }
      for (const gateway of this.#gateways) {
        if (this.#faults.strikes('clock jumps')) gateway.setClock(offMs + this.#faults.random.below(6_000) - 3_000);
        if (this.#faults.strikes('gateway killed')) gateway.kill();
      }
      this.#wish(expiringLater(command, this.#time.now + offMs - clock));
    }
  }

  /** Ends the faults: every command gets its answer, and every replica reaches the oracle's state. */
  async mendAndCheck(): Promise<Simulated> {
    this.#faults.isOn = false;
    await this.#until(() => this.#customers.areDone);
    this.#storage.landDelayed();
    await this.#until(() => this.#gateways.every(({ host }) => host?.sequence === this.#storage.head.sequence));
    const truth = await readTruth(this.#storage);
    for (const { host } of this.#gateways) {
      if (host?.engine.stateHash() !== truth.stateHash) fail('a replica ends in another state than the oracle');
    }
    for (const snapshot of this.#snapshots) checkSnapshot(snapshot, this.#storage, truth.stateHash);
    checkWishes(this.#customers.wishes, truth);
    const coverage = new Coverage();
    for (const [body, wishes] of this.#wishOf) {
      const mishaps = new Set(wishes.flatMap((wish) => [...wish.mishaps]));
      for (const { command, outcome } of truth.happenings.get(body) ?? []) coverage.add(command, outcome, mishaps);
    }
    return {
      commands: this.#customers.wishes.length,
      entries: truth.entries,
      mishaps: this.#faults.counts,
      coverage,
      fillsByTick: new Map([[stepsOf(this.#seed).tick, truth.fills.get(0) ?? 0]]),
    };
  }

  #wish(command: Command): Wish {
    const wish = this.#customers.wish(command);
    const body = bodyOf(wish.command);
    this.#wishOf.set(body, [...(this.#wishOf.get(body) ?? []), wish]);
    return wish;
  }

  #mark(batch: Batch, fault: Fault): void {
    for (const command of decodeCommands(batch.bytes)) {
      for (const wish of this.#wishOf.get(bodyOf(command)) ?? []) wish.mishaps.add(fault);
    }
  }

  /** Compares a replica's state with that of the others at the same entry. */
  #compare(host: EngineHost): void {
    const { sequence, engine } = host;
    if (sequence % compareEvery !== 0) return;
    engine.validate();
    const hash = engine.stateHash();
    const known = this.#hashes.get(sequence);
    if (known === undefined) this.#hashes.set(sequence, hash);
    else if (known !== hash) this.#broken ??= new Error(`replicas differ at entry ${sequence}`);
    if (engine instanceof Engine && this.#faults.isOn && this.#faults.random.oneIn(snapshotOnceIn)) {
      this.#snapshots.push({ sequence, bytes: engine.snapshot() });
    }
  }

  async #pass(ms: number): Promise<void> {
    let isOver = false;
    this.#time.after(ms, () => {
      isOver = true;
    });
    await this.#until(() => isOver);
  }

  async #until(isOver: () => boolean): Promise<void> {
    const deadline = this.#time.now + patienceMs;
    await this.#time.runUntil(() => isOver() || this.#broken !== null || this.#time.now > deadline);
    if (this.#broken) throw this.#broken;
    if (this.#time.now > deadline) fail('an expected event did not happen in time');
  }
}

/** The stream's clock does not include the waits for answers: expiry times move by as much. */
function expiringLater(command: Command, ms: number): Command {
  if (command.type !== 'place' || !Number.isSafeInteger(command.expiresAt) || !command.expiresAt) return command;
  return { ...command, expiresAt: command.expiresAt + ms };
}
