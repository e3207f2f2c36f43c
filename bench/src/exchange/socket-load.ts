import { nativeOrder, nativeProtocol, type OrderProtocol } from './order-protocol.ts';
import { resultOf, type LoadResult } from './load.ts';
import { roundsOfSide, type Side, turnOf, type Trader } from './orders.ts';
import { clientFrame, SocketLine } from './socket-line.ts';

export interface SocketLoad {
  readonly url: string;
  readonly traders: readonly Trader[];
  /** Orders in flight over all sockets. */
  readonly window: number;
  readonly seconds: number;
  /** Makes the client ids of this run unique. */
  readonly run: string;
  /** Orders per message; by default 1, in a message for single orders. */
  readonly perMessage?: number;
  /** Maximum orders per second; unlimited by default. */
  readonly rate?: number;
  /** Our own by default. */
  readonly protocol?: OrderProtocol;
}

/** Interval at which a limited rate sends due orders. */
const stepMs = 2;
/** First message number, so that all numbers have the same length. */
const firstNumber = 10_000_000;
const idStart = Buffer.from('"id":');

/** Sends orders over each trader's socket in turn, with a window of orders in flight, and reads every response. */
export async function sendOrdersBySocket(load: SocketLoad): Promise<LoadResult> {
  const { perMessage = 1, rate = Infinity, traders, protocol = nativeProtocol } = load;
  const accepted = Buffer.from(protocol.accepted);
  const sockets = await Promise.all(traders.map((trader) => SocketLine.open(load.url, protocol, trader)));
  const textOf = (side: Side): string =>
    perMessage === 1
      ? protocol.order(side, `${load.run}-${placeOfNumber}`, placeOfNumber)
      : ordersMessage(side, load.run, perMessage);
  const messages = { buy: new Message(textOf('buy')), sell: new Message(textOf('sell')) };
  // As many orders of a side as one in a message would be.
  const rounds = Math.ceil(roundsOfSide / perMessage);
  const sentAt: number[] = [];
  const waitsMs: number[] = [];
  let acceptedCount = 0;
  const begun = performance.now();
  const end = begun + load.seconds * 1000;
  const send = (): void => {
    const count = sentAt.push(performance.now()) - 1;
    sockets[count % sockets.length]?.send(messages[turnOf(traders, count, rounds).side].numbered(firstNumber + count));
  };
  await new Promise<void>((resolve) => {
    const take = (answer: Buffer): void => {
      const now = performance.now();
      const number = answer.indexOf(idStart) + idStart.length;
      const count = Number(answer.toString('latin1', number, number + String(firstNumber).length)) - firstNumber;
      waitsMs.push(now - (sentAt[count] ?? 0));
      for (let at = answer.indexOf(accepted); at >= 0; at = answer.indexOf(accepted, at + accepted.length))
        acceptedCount += 1;
      free += 1;
      sendDue(now);
      resolveIfDone(now);
    };
    let free = load.window / perMessage;
    const sendDue = (now: number): void => {
      if (now >= end) return;
      const due = rate === Infinity ? Infinity : ((now - begun) / 1000) * (rate / perMessage);
      for (; free > 0 && sentAt.length <= due; free--) send();
    };
    const resolveIfDone = (now: number): void => {
      if (now < end || waitsMs.length < sentAt.length) return;
      clearInterval(stepping);
      resolve();
    };
    const stepping = setInterval(
      () => {
        sendDue(performance.now());
        resolveIfDone(performance.now());
      },
      rate === Infinity ? load.seconds * 1000 : stepMs,
    );
    for (const socket of sockets) socket.onMessage(take);
    sendDue(begun);
  });
  const tookMs = performance.now() - begun;
  for (const socket of sockets) socket.close();
  return resultOf({ waitsMs, accepted: acceptedCount, refused: sentAt.length * perMessage - acceptedCount, tookMs });
}

const placeOfNumber = '########';

/** A prepared message of one or many orders; only its number changes. */
class Message {
  readonly #frame: Buffer;
  readonly #places: readonly number[];

  constructor(text: string) {
    this.#frame = clientFrame(text);
    const places: number[] = [];
    for (let at = this.#frame.indexOf(placeOfNumber); at >= 0; at = this.#frame.indexOf(placeOfNumber, at + 1))
      places.push(at);
    this.#places = places;
  }

  numbered(number: number): Buffer {
    const frame = Buffer.from(this.#frame);
    const text = String(number);
    for (const place of this.#places) frame.write(text, place, 'latin1');
    return frame;
  }
}

function ordersMessage(side: Side, run: string, count: number): string {
  const orders = Array.from({ length: count }, (_, index) => nativeOrder(side, `${run}-${placeOfNumber}-${index}`));
  return `{"op":"createMany","id":${placeOfNumber},"params":{"orders":[${orders.join()}]}}`;
}
