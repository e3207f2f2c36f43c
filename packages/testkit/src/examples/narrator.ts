import type { EngineListener } from '@fft/engine';

/** Narrates the fate of orders, by the names that an example gives them. */
export class Narrator implements EngineListener {
  private readonly names = new Map<number, string>();
  private lines: string[] = [];

  /** Returns and clears the lines since the last call. */
  take(): string[] {
    const taken = this.lines;
    this.lines = [];
    return taken;
  }

  nameOf(orderId: number): string {
    return this.names.get(orderId) ?? `order ${orderId}`;
  }

  orderAccepted: EngineListener['orderAccepted'] = (orderId, { clientOrderId }) => {
    this.names.set(orderId, clientOrderId);
  };
  orderRested: EngineListener['orderRested'] = (orderId, lots) =>
    this.say(`${this.nameOf(orderId)} rests with ${lots}`);
  orderWaiting: EngineListener['orderWaiting'] = (orderId) => this.say(`${this.nameOf(orderId)} waits`);
  orderTriggered: EngineListener['orderTriggered'] = (orderId) => this.say(`${this.nameOf(orderId)} triggers`);
  orderAmended: EngineListener['orderAmended'] = (orderId, priceTicks, lots) => {
    this.say(`${this.nameOf(orderId)} is now ${lots} at ${priceTicks}`);
  };
  filled: EngineListener['filled'] = ({ takerOrder, makerOrder, quantityLots, priceTicks }) => {
    this.say(`${this.nameOf(takerOrder)} trades ${quantityLots} with ${this.nameOf(makerOrder)} at ${priceTicks}`);
  };
  orderDone: EngineListener['orderDone'] = (orderId) => this.say(`${this.nameOf(orderId)} is done`);
  orderCancelled: EngineListener['orderCancelled'] = (orderId, _owner, _market, reason) => {
    this.say(`${this.nameOf(orderId)} is cancelled: ${reason}`);
  };
  marketStateChanged: EngineListener['marketStateChanged'] = (_market, state) => this.say(`the market is now ${state}`);
  rejected: EngineListener['rejected'] = (_command, reason) => this.say(`refused: ${reason}`);
  duplicate: EngineListener['duplicate'] = (_command, orderId) => this.say(`known already: ${this.nameOf(orderId)}`);
  posted(): void {}
  levelChanged(): void {}

  private say(line: string): void {
    this.lines.push(line);
  }
}
