import type { Turn } from '../transport/websocket/serial-queue.ts';
import type { AmendOrder, Convert, MarketId, PlaceOrder, PlacePair } from '@fft/engine';
import { Later, type Soon } from '../platform/later.ts';
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
import type { TakenNames } from './taken-names.ts';
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
  readonly takenNames: TakenNames;
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

  /** Counts orders, and asks if the customer may trade: at once for one who is known to. @throws Refusal */
  admit(customer: Customer, orders = 1): Soon<Trader> {
    const { orderLimit, gates } = this.#options;
    orderLimit.count(customer.id, orders);
    if (gates.isKnownToPass('trade', customer.id)) return new Trader(customer);
    return gates.require('trade', customer.id).then(() => new Trader(customer));
  }

  /** Ends the turn once later commands may follow. @throws Refusal if the write path failed, or the id is one of a schedule's */
  place(trader: Trader, command: Untimed<PlaceOrder | PlacePair>, turn?: Turn): Later<Outcome> {
    if (hasReservedId(command)) throw refuse('reservedOrderId');
    return this.#place(trader, command, turn);
  }

  /** Converts by one or two orders, whose ids the server gives. @throws Refusal if the write path failed */
  convert(trader: Trader, command: Untimed<Convert>, turn?: Turn): Later<Outcome> {
    return this.#place(trader, command, turn);
  }

  /**
   * Places an order of a customer's schedule, if the customer may trade. It counts, but the limit never refuses it: schedules have bounds of their own. TWAP orders at
   * their shortest interval use all of the limit, so that one that waited would make the others wait longer and longer. @throws Refusal if the customer may not, or the write path failed
   */
  async placeScheduled(customer: Customer, command: Untimed<PlaceOrder | Convert>): Promise<Outcome> {
    const { orderLimit, gates } = this.#options;
    orderLimit.takeMany(customer.id, ordersIn(command));
    await gates.require('trade', customer.id);
    return this.#place(new Trader(customer), command);
  }

  #place({ customer }: Trader, command: Untimed<PlaceOrder | PlacePair | Convert>, turn?: Turn): Later<Outcome> {
    const { gateway, onOwnAct, takenNames } = this.#options;
    if (command.type !== 'convert' && takenNames.hinder(command)) {
      turn?.end();
      return Later.resolved(idConflict);
    }
    const placing = gateway.submit(command);
    turn?.end();
    return placing.map((outcome) => {
      if (outcome.kind === 'done') onOwnAct(outcome.order, customer.sessionId);
      return outcome;
    }, refuseUnavailable);
  }

  /** Requests for the same change that is under way share its outcome. @throws Refusal if the write path failed */
  async amend({ customer }: Trader, command: Untimed<AmendOrder>): Promise<Outcome> {
    const { gateway, onOwnAct, takenNames } = this.#options;
    if (isReserved(command.newClientOrderId ?? '')) throw refuse('reservedOrderId');
    if (takenNames.hinderAmendment(command)) return idConflict;
    const outcome = await this.#amending
      .join(JSON.stringify(command), async () => gateway.submit(command))
      .catch(refuseUnavailable);
    if (outcome.kind === 'done') onOwnAct(outcome.order, customer.sessionId);
    return outcome;
  }

  /** @throws Refusal if the customer cancelled too often what is not open, or the write path failed */
  cancel(command: Cancel, turn?: Turn): Later<Outcome> {
    const { redundantCancels, gateway } = this.#options;
    const answered = redundantCancels.begin(command);
    const cancelling = gateway.submit(command);
    turn?.end();
    return cancelling.map(
      (outcome) => {
        answered();
        return outcome;
      },
      (error) => {
        answered();
        return refuseUnavailable(error);
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

function ordersIn(command: Untimed<PlaceOrder | Convert>): number {
  return command.type === 'convert' && command.second !== undefined ? 2 : 1;
}

const idConflict: Outcome = { kind: 'rejected', reason: 'idConflict' };

function hasReservedId(command: Untimed<PlaceOrder | PlacePair>): boolean {
  if (command.type === 'place') return isReserved(command.clientOrderId);
  return isReserved(command.limit.clientOrderId) || isReserved(command.stop.clientOrderId);
}
