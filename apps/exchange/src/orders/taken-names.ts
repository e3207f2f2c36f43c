import type { AmendOrder, MatchingEngine, PlaceOrder, PlacePair } from '@fft/engine';
import type { Untimed } from '../ledger/gateway.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';

type Replica = Pick<EngineHost, 'openRecord' | 'renamedRecord'> & {
  readonly engine: Pick<MatchingEngine, 'orderIdOf' | 'openOrders'>;
};

/**
 * The names of open orders that the engine doesn't know, as its own ids alone are unique there: those by amendments, and those of lists. This process's replica
 * decides, so two processes may give one name at the same moment; its newest order then has it.
 */
export class TakenNames {
  readonly #host: Replica;

  constructor(host: Replica) {
    this.#host = host;
  }

  /** True if a new order or its list may not have the name that the command gives it. */
  hinder(command: Untimed<PlaceOrder | PlacePair>): boolean {
    if (command.type === 'place') return this.#isRenamed(command);
    const { limit, stop } = command;
    return this.#isRenamed(limit) || this.#isRenamed(stop) || this.#isOtherList(stop);
  }

  /** True if an order may not have the name that the amendment gives it. */
  hinderAmendment({ owner, orderId, newClientOrderId: name }: Untimed<AmendOrder>): boolean {
    if (name === undefined) return false;
    const byId = this.#host.engine.orderIdOf(owner, name) ?? 0;
    const byName = this.#host.renamedRecord(owner, name)?.orderId ?? orderId;
    return byName !== orderId || (byId !== orderId && this.#host.openRecord(byId) !== null);
  }

  #isRenamed({ owner, clientOrderId }: Pick<PlaceOrder, 'owner' | 'clientOrderId'>): boolean {
    return this.#host.renamedRecord(owner, clientOrderId) !== null;
  }

  /** A list that is sent again has its stop's id too, and the engine knows that. */
  #isOtherList({ owner, clientOrderId, listClientOrderId }: Untimed<PlaceOrder>): boolean {
    if (listClientOrderId === undefined) return false;
    const { engine } = this.#host;
    return engine.openOrders(owner).some(({ orderId }) => {
      const command = this.#host.openRecord(orderId)?.command;
      return command?.listClientOrderId === listClientOrderId && command.clientOrderId !== clientOrderId;
    });
  }
}
