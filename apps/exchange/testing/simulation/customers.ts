import type { Command } from '@fft/engine';
import { GatewayUnavailable } from '../../src/ledger/gateway-unavailable.ts';
import type { Mishap, Faults } from './faults.ts';
import { HungUp, type GatewayProcess } from './gateway-process.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Wish } from './wish.ts';

const repeatable: ReadonlySet<unknown> = new Set([
  'place',
  'placePair',
  'convert',
  'cancel',
  'deposit',
  'transfer',
  'holdWithdrawal',
  'settleWithdrawal',
  'releaseWithdrawal',
]);

const timeoutMs = 15_000;

export interface CustomersOptions {
  readonly time: VirtualTime;
  readonly faults: Faults;
  readonly gateways: readonly [GatewayProcess, ...GatewayProcess[]];
}

/**
 * Customers who send commands over a network that loses, duplicates and delays. They retry a command with an id, at any gateway, until they get an answer;
 * they give up a command without one once it may have taken effect.
 */
export class Customers {
  readonly #options: CustomersOptions;
  readonly wishes: Wish[] = [];

  constructor(options: CustomersOptions) {
    this.#options = options;
  }

  get areDone(): boolean {
    return this.wishes.every(({ isOver }) => isOver);
  }

  wish({ time: _, ...command }: Command): Wish {
    const wish: Wish = {
      // A command of any type goes to a gateway without its time.
      command,
      isRepeatable: repeatable.has(command.type),
      mishaps: new Set(),
      answers: [],
      sends: 0,
      isUncertain: false,
      isOver: false,
    };
    this.wishes.push(wish);
    this.#ask(wish);
    return wish;
  }

  #ask(wish: Wish): void {
    const { time } = this.#options;
    let isAnswered = false;
    const once = (then: () => void) => (): void => {
      if (isAnswered || wish.isOver) return;
      isAnswered = true;
      then();
    };
    const copies = this.#befalls(wish, 'request sent twice') ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) this.#send(wish, once);
    time.after(
      timeoutMs,
      once(() => this.#notKnowing(wish)),
    );
    if (copies > 1) wish.isUncertain = true;
  }

  #send(wish: Wish, once: (then: () => void) => () => void): void {
    const { time, faults, gateways } = this.#options;
    const lateMs = this.#befalls(wish, 'request late') ? 5_000 : 30;
    if (this.#befalls(wish, 'request lost')) return;
    time.after(faults.random.below(lateMs), () => {
      wish.sends += 1;
      const gateway = gateways[faults.random.below(gateways.length)] ?? gateways[0];
      const comesBack = (then: () => void): void => {
        if (this.#befalls(wish, 'answer lost')) return;
        time.after(faults.random.below(lateMs), once(then));
      };
      gateway.submit(wish.command).then(
        (outcome) =>
          comesBack(() => {
            wish.answers.push(outcome);
            wish.isOver = true;
          }),
        (error: unknown) => comesBack(() => this.#refused(wish, error)),
      );
    });
  }

  #refused(wish: Wish, error: unknown): void {
    if (!(error instanceof GatewayUnavailable)) throw error;
    if (error instanceof HungUp) wish.mishaps.add('gateway killed');
    if (error.outcomeUnknown) {
      this.#mark(wish, 'outcome unknown');
      return this.#notKnowing(wish);
    }
    if (error.message.includes('too many')) this.#mark(wish, 'refused for overload');
    const { isOn, random } = this.#options.faults;
    // This request certainly had no effect: some customers give up.
    const leavesIt = (isOn && random.oneIn(10)) || (wish.isUncertain && !wish.isRepeatable);
    if (leavesIt) wish.isOver = true;
    else this.#askAgain(wish);
  }

  #notKnowing(wish: Wish): void {
    wish.isUncertain = true;
    if (wish.isRepeatable) this.#askAgain(wish);
    else wish.isOver = true;
  }

  #askAgain(wish: Wish): void {
    const { time, faults } = this.#options;
    time.after(100 + faults.random.below(1_000), () => this.#ask(wish));
  }

  #befalls(wish: Wish, fault: Parameters<Faults['strikes']>[0]): boolean {
    if (!this.#options.faults.strikes(fault)) return false;
    wish.mishaps.add(fault);
    return true;
  }

  #mark(wish: Wish, mishap: Mishap): void {
    wish.mishaps.add(mishap);
    this.#options.faults.count(mishap);
  }
}
