import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from './attack.ts';
import type { Order } from './attacker-process.ts';
import { partOf, type HonestCustomers } from './honest.ts';
import type { Judge } from './judge.ts';
import type { Stage } from './stage.ts';
import type { WorldSettings } from './world.ts';

/** An attack's outcome, and what the honest customers saw during it. Times in milliseconds. */
export interface Result extends Outcome {
  readonly name: string;
  readonly orders: { readonly count: number; readonly p50: number; readonly p99: number };
  readonly logIns: { readonly count: number; readonly p99: number };
  readonly memoryMb: number;
}

export interface RunOptions {
  readonly stage: Stage;
  readonly honest: HonestCustomers;
  readonly judge: Judge;
  readonly isShort: boolean;
  readonly onResult: (result: Result) => void;
}

/** A new process compiles its code first; waits during this time are not counted. */
const warmUpMs = 2_000;
/** Honest customers alone: the baseline of their waits. */
const nothing = 'nothing';
/** Duration of a flood; attacks that end by themselves take as long as they need, up to a limit. */
const floodMs = { long: 6_000, short: 1_000 };
const attackMsMax = 60_000;

/** Runs attacks one after the other while honest customers trade, and checks the exchange after each. */
export async function runAttacks(names: readonly string[], options: RunOptions): Promise<readonly Result[]> {
  const { stage, honest, isShort, onResult } = options;
  const results: Result[] = [];
  await honest.trade(wait(warmUpMs));
  let attacker = await startAttacker();
  try {
    for (const [index, name] of [nothing, ...names].entries()) {
      const { url, consoleUrl, databaseUrl } = stage;
      const result = await runOne(name, { url, consoleUrl, databaseUrl, index, isShort }, { ...options, attacker });
      results.push(result);
      onResult(result);
      if (attacker.connected && attacker.exitCode === null) continue;
      attacker = await startAttacker();
    }
    return results;
  } finally {
    attacker.kill('SIGKILL');
  }
}

async function startAttacker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'attacker-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

interface OneOptions extends RunOptions {
  readonly attacker: ChildProcess;
}

async function runOne(name: string, world: WorldSettings, options: OneOptions): Promise<Result> {
  const { stage, honest, judge, isShort, attacker } = options;
  const leastMs = isShort ? floodMs.short : floodMs.long;
  const attack = name === nothing ? rest(leastMs) : order(attacker, name, { world, leastMs });
  const watching = watchMemory(stage);
  const waits = await honest.trade(attack);
  const outcome = await attack;
  const memoryMb = await watching.most();
  const failures =
    waits.failures.length > 0 ? [`${waits.failures.length} honest calls failed: ${waits.failures[0]}`] : [];
  return {
    ...outcome,
    name,
    broke: [...outcome.broke, ...failures, ...(await judge.found())],
    orders: { count: waits.orders.length, p50: partOf(waits.orders, 0.5), p99: partOf(waits.orders, 0.99) },
    logIns: { count: waits.logIns.length, p99: partOf(waits.logIns, 0.99) },
    memoryMb,
  };
}

async function rest(ms: number): Promise<Outcome> {
  await wait(ms);
  return { tried: '', refused: '', broke: [] };
}

interface AttackOrder {
  readonly world: WorldSettings;
  readonly leastMs: number;
}

/** Makes the attacker's process attack and ends the flood in time; kills the process if it does not end. */
async function order(attacker: ChildProcess, name: string, { world, leastMs }: AttackOrder): Promise<Outcome> {
  const outcome = new Promise<Outcome>((resolve) => {
    attacker.once('message', (message) => resolve(message as Outcome));
    attacker.once('exit', () => resolve({ tried: '', refused: '', broke: ["the attacker's process ended"] }));
  });
  const say = (message: Order): boolean => attacker.connected && attacker.send(message);
  say({ begin: name, world });
  await wait(leastMs);
  say({ end: true });
  const late = setTimeout(() => attacker.kill('SIGKILL'), attackMsMax);
  const result = await outcome;
  clearTimeout(late);
  attacker.removeAllListeners('exit').removeAllListeners('message');
  return result;
}

/** Samples the memory of the server's process once a second, and keeps the peak. */
function watchMemory({ gateway }: Stage): { most: () => Promise<number> } {
  let most = 0;
  const look = async (): Promise<void> => {
    const bytes = await gateway.figure('process_resident_memory_bytes').catch(() => 0);
    most = Math.max(most, Math.round(bytes / 1024 ** 2));
  };
  const looking = setInterval(() => void look(), 1_000);
  return {
    most: async () => {
      clearInterval(looking);
      await look();
      return most;
    },
  };
}
