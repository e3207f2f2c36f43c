import {
  Code,
  streamMessage,
  type CallInput,
  type CallOutput,
  type streamCalls,
  type StreamCallName,
} from '@fft/contract';
import { type ChannelData, type ChannelName, isPrivate, kindOf } from './channels.ts';
import { Connection, retryWait, type RetryWaits, type StreamState } from './connection.ts';
import { StreamCalls, type OrderOutcome, type StreamAnswer } from './stream-calls.ts';
import { type Listener, Subscription } from './subscription.ts';

export interface StreamSettings {
  /** `ws://…/ws` or `wss://…/ws`. */
  readonly url: string;
  readonly token?: () => string | null;
  readonly WebSocket?: typeof WebSocket;
  readonly pingMs?: number;
  readonly retryMsLeast?: number;
  readonly retryMsMost?: number;
  /** Told about what the server refused, and about messages that aren't of the contract's form. */
  readonly onProblem?: (problem: { readonly code: number | null; readonly message: string }) => void;
}

/** What a ping's answer tells. */
export interface Heartbeat {
  readonly latencyMs: number;
  /** To be added to this machine's clock for the server's time. */
  readonly clockOffsetMs: number;
}

export interface Stream {
  /** Listens to a channel. The first push holds the whole where the contract says so, also for who joins later and after a reconnect. */
  subscribe<Name extends ChannelName>(
    channel: Name,
    listener: (data: ChannelData<Name>, seq: number) => void,
  ): () => void;
  /**
   * Makes a call over the socket: any number at once, carried out in the order they were made. One made while there is no socket waits for it.
   * @throws {RefusedError} the server said no. {@link NetworkError}: there is no answer, and it may have had its effect: ask by the id you gave.
   */
  call<Name extends StreamCallName>(
    name: Name,
    input: CallInput<(typeof streamCalls)[Name]>,
  ): Promise<CallOutput<(typeof streamCalls)[Name]>>;
  /**
   * Places many orders, 50 in a message: far cheaper for both sides than one by one. They are carried out in their order, each for itself, and what became of each
   * stands at its place: a reason is what {@link call} would throw. Never rejects.
   */
  createMany(orders: readonly CallInput<(typeof streamCalls)['create']>[]): Promise<readonly OrderOutcome[]>;
  /** While it is on, the server cancels all open orders of the customer when this socket is gone; also for the sockets after it. */
  cancelOnDisconnect(on: boolean): void;
  readonly state: StreamState;
  readonly heartbeat: Heartbeat | null;
  onState(listener: (state: StreamState) => void): () => void;
  onHeartbeat(listener: (heartbeat: Heartbeat) => void): () => void;
  /** Whether this socket has joined the channel: what happens from then on is pushed. What is read by a call before may have changed in between. */
  isJoined(channel: ChannelName): boolean;
  onJoined(listener: (channels: readonly string[]) => void): () => void;
  /** Opens a new socket at once: after log-in or log-out, or when the network is back. */
  restart(): void;
  /** Looks at once whether the socket still lives, as after a sleep. */
  check(): void;
  close(): void;
}

/** Opens the exchange's stream: one socket for any number of channels, kept open until closed. */
export function createStream(settings: StreamSettings): Stream {
  const stream = new SocketStream(settings);
  stream.open();
  return stream;
}

/** The contract's bound on the channels of one request. */
const channelsPerRequest = 50;

class SocketStream implements Stream {
  readonly #settings: StreamSettings;
  readonly #connection: Connection;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stateListeners = new Set<(state: StreamState) => void>();
  readonly #heartbeatListeners = new Set<(heartbeat: Heartbeat) => void>();
  readonly #joinedListeners = new Set<(channels: readonly string[]) => void>();
  /** What was asked for by which request. */
  readonly #joining = new Map<number, readonly Subscription[]>();
  readonly #calls = new StreamCalls((request) => this.#send(request));
  #cancelOnDisconnect = false;
  #requestId = 0;
  #authenticating: number | null = null;
  #authenticated = false;
  readonly #retryWaits: RetryWaits;
  #refusals = 0;
  #logInAgain: ReturnType<typeof setTimeout> | undefined;
  #ping: { id: number; sentAt: number } | null = null;
  heartbeat: Heartbeat | null = null;

  constructor(settings: StreamSettings) {
    this.#settings = settings;
    this.#retryWaits = { retryMsLeast: settings.retryMsLeast ?? 500, retryMsMost: settings.retryMsMost ?? 15_000 };
    this.#connection = new Connection(
      {
        url: settings.url,
        WebSocket: settings.WebSocket ?? WebSocket,
        pingMs: settings.pingMs ?? 12_000,
        ...this.#retryWaits,
      },
      {
        opened: () => this.#onOpened(),
        received: (text) => this.#onReceived(text),
        changed: (state) => {
          if (state !== 'live') clearTimeout(this.#logInAgain);
          if (state === 'offline') this.#calls.lose();
          for (const listener of this.#stateListeners) listener(state);
        },
        pingDue: () => this.#sendPing(),
      },
    );
  }

  get state(): StreamState {
    return this.#connection.state;
  }

  open(): void {
    this.#connection.open();
  }

  subscribe<Name extends ChannelName>(
    channel: Name,
    listener: (data: ChannelData<Name>, seq: number) => void,
  ): () => void {
    const kind = kindOf(channel);
    if (kind === undefined) throw new TypeError(`no such channel: ${channel}`);
    // The map's listeners are of many forms; each is only ever given its own channel's data.
    const own = ((data: ChannelData<Name>, seq: number) => listener(data, seq)) as Listener;
    const known = this.#subscriptions.get(channel);
    const subscription = known ?? new Subscription(channel, kind);
    this.#subscriptions.set(channel, subscription);
    subscription.add(own);
    if (!known) this.#ask('subscribe', [channel]);
    return () => {
      subscription.remove(own);
      if (!subscription.isIdle || this.#subscriptions.get(channel) !== subscription) return;
      this.#subscriptions.delete(channel);
      this.#ask('unsubscribe', [channel]);
    };
  }

  call<Name extends StreamCallName>(
    name: Name,
    input: CallInput<(typeof streamCalls)[Name]>,
  ): Promise<CallOutput<(typeof streamCalls)[Name]>> {
    return this.#calls.call(name, input);
  }

  createMany(orders: readonly CallInput<(typeof streamCalls)['create']>[]): Promise<readonly OrderOutcome[]> {
    return this.#calls.createMany(orders);
  }

  cancelOnDisconnect(on: boolean): void {
    this.#cancelOnDisconnect = on;
    if (this.#authenticated) this.#send({ op: 'cancelOnDisconnect', on });
  }

  onState(listener: (state: StreamState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onHeartbeat(listener: (heartbeat: Heartbeat) => void): () => void {
    this.#heartbeatListeners.add(listener);
    return () => this.#heartbeatListeners.delete(listener);
  }

  isJoined(channel: ChannelName): boolean {
    return this.state === 'live' && this.#subscriptions.get(channel)?.isJoined === true;
  }

  onJoined(listener: (channels: readonly string[]) => void): () => void {
    this.#joinedListeners.add(listener);
    return () => this.#joinedListeners.delete(listener);
  }

  restart(): void {
    this.#calls.lose();
    this.#connection.restart();
  }

  check(): void {
    this.#connection.check();
  }

  close(): void {
    this.#calls.close();
    this.#connection.close();
  }

  #onOpened(): void {
    this.#authenticated = false;
    this.#refusals = 0;
    this.#joining.clear();
    for (const subscription of this.#subscriptions.values()) subscription.reset();
    this.#logIn();
    this.#ask('subscribe', [...this.#subscriptions.keys()]);
    this.#sendPing();
  }

  #logIn(): void {
    const token = this.#settings.token?.() ?? null;
    this.#authenticating = token === null ? null : this.#send({ op: 'auth', token });
    if (token === null) this.#calls.open();
  }

  #ask(op: 'subscribe' | 'unsubscribe', channels: readonly string[]): void {
    if (!this.#connection.isOpen) return;
    const allowed = channels.filter((channel) => this.#authenticated || !isPrivate(channel));
    for (let from = 0; from < allowed.length; from += channelsPerRequest) {
      const some = allowed.slice(from, from + channelsPerRequest);
      const id = this.#send({ op, channels: some });
      if (op === 'subscribe')
        this.#joining.set(
          id,
          some.flatMap((channel) => this.#subscriptions.get(channel) ?? []),
        );
    }
  }

  #send(request: Readonly<Record<string, unknown>>): number {
    this.#requestId += 1;
    this.#connection.send(JSON.stringify({ ...request, id: this.#requestId }));
    return this.#requestId;
  }

  #sendPing(): void {
    this.#ping = { id: this.#send({ op: 'ping' }), sentAt: performance.now() };
  }

  #onReceived(text: string): void {
    const message = streamMessage().safeParse(parse(text));
    if (!message.success) this.#report(null, 'a message against the contract');
    else if ('channel' in message.data) this.#onPush(message.data.channel, message.data.data, message.data.seq);
    else this.#onAnswer(message.data);
  }

  #onPush(channel: string, data: unknown, seq: number): void {
    const subscription = this.#subscriptions.get(channel);
    const outcome = subscription?.take(data, seq);
    if (outcome === 'invalid') this.#report(null, `a push of ${channel} against the contract`);
    if (outcome !== 'gap') return;
    subscription?.reset();
    this.#ask('unsubscribe', [channel]);
    this.#ask('subscribe', [channel]);
  }

  #onAnswer(answer: StreamAnswer): void {
    if (this.#calls.take(answer)) return;
    if (answer.code !== Code.ok) this.#report(answer.code, `${answer.op}: ${answer.message}`);
    if (answer.id !== undefined && answer.id === this.#authenticating) this.#onAuthAnswer(answer.code);
    if (answer.id === this.#ping?.id) this.#onPong(answer.time);
    if (answer.id !== undefined) this.#onJoinAnswer(answer.id, answer.code);
  }

  #onJoinAnswer(id: number, code: number): void {
    const joined = this.#joining.get(id);
    this.#joining.delete(id);
    if (joined === undefined || code !== Code.ok) return;
    for (const subscription of joined) subscription.isJoined = true;
    for (const listener of this.#joinedListeners) listener(joined.map(({ channel }) => channel));
  }

  #onAuthAnswer(code: number): void {
    if (code === Code.ok) {
      this.#authenticated = true;
      this.#refusals = 0;
      if (this.#cancelOnDisconnect) this.#send({ op: 'cancelOnDisconnect', on: true });
      this.#ask('subscribe', [...this.#subscriptions.keys()].filter(isPrivate));
    } else {
      // The session may stand all the same, and its database be away. Where it has ended, a call says so, and the token goes.
      this.#logInAgain = setTimeout(() => this.#logIn(), retryWait(this.#refusals, this.#retryWaits));
      this.#refusals += 1;
    }
    // Without a session the server refuses them by itself.
    this.#calls.open();
  }

  #onPong(serverTime: number): void {
    const latencyMs = performance.now() - (this.#ping?.sentAt ?? performance.now());
    this.#ping = null;
    const heartbeat = { latencyMs, clockOffsetMs: serverTime + latencyMs / 2 - Date.now() };
    this.heartbeat = heartbeat;
    for (const listener of this.#heartbeatListeners) listener(heartbeat);
  }

  #report(code: number | null, message: string): void {
    this.#settings.onProblem?.({ code, message });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
