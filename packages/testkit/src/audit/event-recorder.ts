import type { EngineListener } from '@fft/engine';

/** Writes every event down as one line of text. */
export class EventRecorder implements EngineListener {
  private lines: string[] = [];

  /** The lines since the last call. */
  take(): string[] {
    const taken = this.lines;
    this.lines = [];
    return taken;
  }

  orderAccepted: EngineListener['orderAccepted'] = (orderId, command, time) => {
    this.write('orderAccepted', orderId, command.owner, command.clientOrderId, time);
  };
  orderRested: EngineListener['orderRested'] = (...told) => this.write('orderRested', ...told);
  orderWaiting: EngineListener['orderWaiting'] = (...told) => this.write('orderWaiting', ...told);
  orderTriggered: EngineListener['orderTriggered'] = (...told) => this.write('orderTriggered', ...told);
  orderAmended: EngineListener['orderAmended'] = (...told) => this.write('orderAmended', ...told);
  marketStateChanged: EngineListener['marketStateChanged'] = (...told) => this.write('marketStateChanged', ...told);
  filled: EngineListener['filled'] = (fill) => this.write('filled', ...wordsOf(fill));
  orderDone: EngineListener['orderDone'] = (...told) => this.write('orderDone', ...told);
  orderCancelled: EngineListener['orderCancelled'] = (...told) => this.write('orderCancelled', ...told);
  posted: EngineListener['posted'] = (posting) => this.write('posted', ...wordsOf(posting));
  levelChanged: EngineListener['levelChanged'] = (...told) => this.write('levelChanged', ...told);
  rejected: EngineListener['rejected'] = (_command, reason) => this.write('rejected', reason);
  duplicate: EngineListener['duplicate'] = (_command, ...told) => this.write('duplicate', ...told);

  private write(...words: unknown[]): void {
    this.lines.push(words.map(String).join(' '));
  }
}

function wordsOf(event: object): string[] {
  return Object.entries(event)
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted();
}
