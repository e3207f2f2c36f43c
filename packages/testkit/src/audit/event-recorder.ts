import type { EngineListener } from '@fft/engine';

/** Records every event as one line of text. */
export class EventRecorder implements EngineListener {
  private lines: string[] = [];

  /** Returns and clears the lines since the last call. */
  take(): string[] {
    const taken = this.lines;
    this.lines = [];
    return taken;
  }

  orderAccepted: EngineListener['orderAccepted'] = (orderId, command, time) => {
    this.write('orderAccepted', orderId, command.owner, command.clientOrderId, time);
  };
  orderRested: EngineListener['orderRested'] = (...args) => this.write('orderRested', ...args);
  orderWaiting: EngineListener['orderWaiting'] = (...args) => this.write('orderWaiting', ...args);
  orderTriggered: EngineListener['orderTriggered'] = (...args) => this.write('orderTriggered', ...args);
  orderAmended: EngineListener['orderAmended'] = (...args) => this.write('orderAmended', ...args);
  marketStateChanged: EngineListener['marketStateChanged'] = (...args) => this.write('marketStateChanged', ...args);
  filled: EngineListener['filled'] = (fill) => this.write('filled', ...wordsOf(fill));
  orderDone: EngineListener['orderDone'] = (...args) => this.write('orderDone', ...args);
  orderCancelled: EngineListener['orderCancelled'] = (...args) => this.write('orderCancelled', ...args);
  posted: EngineListener['posted'] = (posting) => this.write('posted', ...wordsOf(posting));
  levelChanged: EngineListener['levelChanged'] = (...args) => this.write('levelChanged', ...args);
  rejected: EngineListener['rejected'] = (_command, reason) => this.write('rejected', reason);
  duplicate: EngineListener['duplicate'] = (_command, ...args) => this.write('duplicate', ...args);

  private write(...words: unknown[]): void {
    this.lines.push(words.map(String).join(' '));
  }
}

function wordsOf(event: object): string[] {
  return Object.entries(event)
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted();
}
