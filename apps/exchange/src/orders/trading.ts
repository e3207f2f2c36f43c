import type { AmendOrder, MarketId, PlaceOrder, PlacePair } from '@fft/engine';
import { cancelAllOf } from '../ledger/cancel-all-of.ts';
import type { Gateway, Untimed } from '../ledger/gateway.ts';
import { refuseUnavailable } from '../ledger/refusals.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import type { Customer } from '../transport/http/context.ts';
import type { Gates } from '../transport/http/gates.ts';
import { InFlight } from '../transport/http/in-flight.ts';
import { refuse } from './refusals.ts';
import { isReserved } from './order-parents.ts';
import type { OrderLimit, OrderUse } from './order-limit.ts';
import type { Cancel, RedundantCancelLimiter } from './redundant-cancel-limiter.ts';

/** A customer who may trade, and whose orders were counted. */
class Trader {
  readonly customer: Customer;

  constructor(customer: Customer) {
    this.customer = customer;
  }
}

export interface TradingOptions {
  readonly gateway: Gateway;
  readonly gates: Gates;
  readonly ordersPer10s: number;
  readonly orderLimit: OrderLimit;
  /** Of acts that end all orders of a customer. */
  readonly sweepLimit: OrderLimit;
  readonly redundantCancels: RedundantCancelLimiter;
  /** Called with an order right after a session placed or amended it. */
  readonly onOwnAct: (record: OrderRecord | null, session: string) => void;
}

/**
 * The one way of customers' orders to the engine: it counts them, asks if the customer may trade, and submits them. The native calls and the Binance-compatible door
 * share it.
 */
export class Trading {
  readonly #options: TradingOptions;
  readonly #amending = new InFlight<Outcome>();

  constructor(options: TradingOptions) {
    this.#options = options;
  }

  /** Maximum number of orders in ten seconds, for most customers. */
  get ordersPer10s(): number {
    return this.#options.ordersPer10s;
  }

  /** The orders that count against a customer's limit, through any door and process. */
  ordersOf(customer: number): OrderUse {
    return this.#options.orderLimit.used(customer);
  }

  /** Counts orders, and asks if the customer may trade. @throws Refusal */
  async admit(customer: Customer, orders = 1): Promise<Trader> {
    const { orderLimit, gates } = this.#options;
    orderLimit.count(customer.id, orders);
    await gates.require('trade', customer.id);
    return new Trader(customer);
  }

  /** Calls `submitted` once later commands may follow. @throws Refusal if the write path failed, or the id is one of a schedule's */
  place(trader: Trader, command: Untimed<PlaceOrder | PlacePair>, submitted?: () => void): Promise<Outcome> {
    const orders = command.type === 'place' ? [command] : [command.limit, command.stop];
    if (orders.some(({ clientOrderId }) => isReserved(clientOrderId))) {
      throw refuse('reservedOrderId');
    }
    return this.#place(trader, command, submitted);
  }

  /**
   * Places an order of a customer's schedule, if the customer may trade. It counts, but the limit never refuses it: schedules have bounds of their own. TWAP orders at
   * their shortest interval use all of the limit, so that one that waited would make the others wait longer and longer. @throws Refusal if the customer may not, or the write path failed
   */
  async placeScheduled(customer: Customer, command: Untimed<PlaceOrder>): Promise<Outcome> {
    const { orderLimit, gates } = this.#options;
    orderLimit.take(customer.id);
    await gates.require('trade', customer.id);
    return this.#place(new Trader(customer), command);
  }

  async #place(
    { customer }: Trader,
    command: Untimed<PlaceOrder | PlacePair>,
    submitted?: () => void,
  ): Promise<Outcome> {
    const placing = this.#options.gateway.submit(command);
    submitted?.();
    const outcome = await placing.catch(refuseUnavailable);
    if (outcome.kind === 'done') this.#options.onOwnAct(outcome.order, customer.sessionId);
    return outcome;
  }

  /**
   * Admits and places at once, without a promise. Returns false if the customer must be admitted the ordinary way; nothing has happened then. `reject` gets
   * failures of the write path.
   */
  enter(
    { id, sessionId }: Customer,
    command: Untimed<PlaceOrder>,
    resolve: (outcome: Outcome) => void,
    reject: (error: Error) => void,
  ): boolean {
    const { gates, orderLimit, gateway, onOwnAct } = this.#options;
    if (!gates.isKnownToPass('trade', id) || isReserved(command.clientOrderId) || orderLimit.take(id) > 0) return false;
    gateway.enter(
      command,
      (outcome) => {
        if (outcome.kind === 'done') onOwnAct(outcome.order, sessionId);
        resolve(outcome);
      },
      reject,
    );
    return true;
  }

  /** Requests for the same change that is under way share its outcome. @throws Refusal if the write path failed */
  async amend({ customer }: Trader, command: Untimed<AmendOrder>): Promise<Outcome> {
    const { gateway, onOwnAct } = this.#options;
    const outcome = await this.#amending
      .join(JSON.stringify(command), () => gateway.submit(command))
      .catch(refuseUnavailable);
    if (outcome.kind === 'done') onOwnAct(outcome.order, customer.sessionId);
    return outcome;
  }

  /** @throws Refusal if the customer cancelled too often what is not open, or the write path failed */
  cancel(command: Cancel, submitted?: () => void): Promise<Outcome> {
    const { redundantCancels, gateway } = this.#options;
    const answered = redundantCancels.begin(command);
    const cancelling = gateway.submit(command).finally(answered);
    submitted?.();
    return cancelling.catch(refuseUnavailable);
  }

  /** Like {@link cancel}, without a promise. `reject` gets failures of the write path. @throws Refusal */
  enterCancel(command: Cancel, resolve: (outcome: Outcome) => void, reject: (error: Error) => void): void {
    const { redundantCancels, gateway } = this.#options;
    const answered = redundantCancels.begin(command);
    gateway.enter(
      command,
      (outcome) => {
        answered();
        resolve(outcome);
      },
      (error) => {
        answered();
        reject(error);
      },
    );
  }

  /** Cancels a customer's orders in one market or in all. @throws Refusal */
  async cancelAll(owner: number, market: MarketId | 'all'): Promise<Outcome> {
    const { sweepLimit, gateway } = this.#options;
    sweepLimit.count(owner);
    return cancelAllOf(gateway, owner, market).catch(refuseUnavailable);
  }

  /** Arms, rearms or disarms the timer that cancels a customer's orders. @throws Refusal */
  async armDeadMan(owner: number, market: MarketId | 'all', timeoutMs: number): Promise<Outcome> {
    const { sweepLimit, gateway } = this.#options;
    sweepLimit.count(owner);
    return gateway.submit({ type: 'armDeadMan', owner, market, timeoutMs }).catch(refuseUnavailable);
  }
}
