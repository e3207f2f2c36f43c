import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
  type StoredMsg,
} from '@nats-io/jetstream';
import { connect, headers, NoRespondersError, type NatsConnection } from '@nats-io/transport-node';
import { chainHash, emptyHead } from './chain.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import type { Batch, Entry, Head, Journal, Watch } from './journal.ts';

export interface NatsJournalOptions {
  /** Like `nats://user:password@host:4222`; separate the servers of a cluster by commas. */
  readonly url: string;
  /** The stream's name, FFT by default. Journals with different names are independent. */
  readonly stream?: string;
  /** Replicas per entry: 3 in a cluster; 1 by default. An existing stream keeps its number. */
  readonly replicas?: number;
  /** Timeout of a request; an append then has an unknown outcome. 10 s by default. */
  readonly timeoutMs?: number;
  /** Intercepts appends, for tests. */
  readonly send?: (send: () => Promise<unknown>) => Promise<unknown>;
}

/** The end of the stream: its own count, which includes abandoned batches, and the last entry's position. */
interface End {
  readonly position: number;
  readonly head: Head;
}

const kinds = { entry: 'entry', givenUp: 'given-up' } as const;
const messageNotFound = 10_037;
const streamNotFound = 10_059;
const wrongLastSequence = 10_071;
const maxReadBatch = 64;
const pollMs = 500;

/**
 * The journal in a NATS JetStream stream. Each batch has its own subject with a single message: either the entry, or the mark that it is
 * abandoned; the first one excludes the other. An entry is accepted only if its writer knew the stream's last message, so its hash follows the
 * previous one. Other writers read on and retry.
 */
export class NatsJournal implements Journal {
  readonly #options: Required<Omit<NatsJournalOptions, 'send'>> & Pick<NatsJournalOptions, 'send'>;
  readonly #name = randomUUID();
  #opening: Promise<Opened> | null = null;
  #end: End | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** An entry's number and its position in the stream, which the next one follows. */
  #place = { sequence: 0, position: 0 };

  constructor(options: NatsJournalOptions) {
    this.#options = { stream: 'FFT', replicas: 1, timeoutMs: 10_000, ...options };
  }

  append(batch: Batch): Promise<Entry> {
    const appended = this.#last.then(() => this.#append(batch));
    this.#last = appended.catch(() => undefined);
    return appended;
  }

  async read(after: number, limit: number): Promise<Entry[]> {
    const { position: last, head } = await this.#readEnd();
    if (after >= head.sequence || limit <= 0) return [];
    const entries: Entry[] = [];
    let position = await this.#positionAfter(after, last);
    while (entries.length < limit && position <= last) {
      const count = Math.min(maxReadBatch, last - position + 1);
      const some = await Promise.all(Array.from({ length: count }, (_, index) => this.#messageAt(position + index)));
      for (const [index, message] of some.entries()) {
        const entry = message && entryOf(message);
        if (!entry || entries.length >= limit) continue;
        entries.push(entry);
        this.#place = { sequence: entry.sequence, position: position + index };
      }
      position += count;
    }
    return entries;
  }

  async find(batchId: string): Promise<Entry | null> {
    for (;;) {
      const message = await this.#messageOf(batchId);
      if (message) return entryOf(message);
      const end = await this.#readEnd();
      // Another writer was faster: check the batch's own message, or read past the stream's new end.
      const isGivenUp = await this.#publish(batchId, {
        kind: kinds.givenUp,
        bytes: new Uint8Array(0),
        end,
        head: end.head,
      });
      if (isGivenUp) return null;
    }
  }

  async head(): Promise<Head> {
    return (await this.#readEnd()).head;
  }

  /** The stream's leader answers with what most of its servers hold. */
  confirm(): Promise<Head> {
    return this.head();
  }

  async watch(onMore: () => void): Promise<Watch> {
    const { js } = await this.#open();
    const consumer = await js.consumers.get(this.#options.stream, {
      deliver_policy: DeliverPolicy.New,
      headers_only: true,
    });
    const messages = await consumer.consume({
      callback: (message) => {
        if (message.headers?.get('writer') !== this.#name) onMore();
      },
    });
    const polling = setInterval(onMore, pollMs);
    return {
      close: async () => {
        clearInterval(polling);
        messages.stop();
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    const opened = await this.#opening?.catch(() => null);
    await opened?.connection.close();
  }

  async #append({ batchId, bytes }: Batch): Promise<Entry> {
    for (;;) {
      const end = this.#end ?? (await this.#readEnd().catch(asUnavailable));
      const head = { sequence: end.head.sequence + 1, hash: chainHash(end.head.hash, bytes) };
      if (await this.#publish(batchId, { kind: kinds.entry, bytes, end, head })) return { ...head, batchId, bytes };
      const existing = await this.#messageOf(batchId).catch((cause: unknown) => {
        throw new JournalOutcomeUnknown('a batch may have been sent before, and can not be looked up', { cause });
      });
      if (!existing) continue;
      const entry = entryOf(existing);
      if (!entry) throw new JournalUnavailable(`batch ${batchId} was given up`);
      return entry;
    }
  }

  /** False if the stream has a new end, or the batch's message exists. */
  async #publish(
    batchId: string,
    message: { kind: string; bytes: Uint8Array; end: End; head: Head },
  ): Promise<boolean> {
    const { kind, bytes, end, head } = message;
    const { js, connection } = await this.#open().catch(asUnavailable);
    if (bytes.length > (connection.info?.max_payload ?? Infinity)) {
      throw new JournalUnavailable('a batch is larger than the server takes');
    }
    const named = headers();
    named.set('kind', kind);
    named.set('writer', this.#name);
    named.set('number', String(head.sequence));
    named.set('hash', Buffer.from(head.hash).toString('hex'));
    const expect = { lastSequence: end.position, lastSubjectSequence: 0 };
    const publish = (): Promise<{ seq: number }> =>
      js.publish(this.#subjectOf(batchId), bytes, {
        headers: named,
        expect,
        timeout: this.#options.timeoutMs,
        retries: 1,
      });
    try {
      await (this.#options.send ? this.#options.send(publish) : publish());
      this.#end = { position: end.position + 1, head };
      return true;
    } catch (error) {
      this.#end = null;
      if (codeOf(error) === wrongLastSequence) return false;
      if (isCertain(error)) throw new JournalUnavailable('the journal refused a batch', { cause: error });
      throw new JournalOutcomeUnknown('no answer came to a batch', { cause: error });
    }
  }

  async #readEnd(): Promise<End> {
    const { jsm } = await this.#open();
    const info = await jsm.streams.info(this.#options.stream);
    const position = info.state.last_seq;
    const message = position === 0 ? null : await this.#messageAt(position);
    this.#end = { position, head: message ? headOf(message) : emptyHead };
    return this.#end;
  }

  /** The stream position of the entry after number `after`. Every message contains the last entry's number, so a binary search finds it. */
  async #positionAfter(after: number, last: number): Promise<number> {
    if (after === this.#place.sequence) return this.#place.position + 1;
    let [low, high] = [after + 1, last];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const message = await this.#messageAt(middle);
      assert(message, 'the stream has no gaps');
      if (headOf(message).sequence > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async #messageAt(position: number): Promise<StoredMsg | null> {
    const { jsm } = await this.#open();
    return jsm.streams.getMessage(this.#options.stream, { seq: position });
  }

  async #messageOf(batchId: string): Promise<StoredMsg | null> {
    const { jsm } = await this.#open();
    try {
      return await jsm.streams.getMessage(this.#options.stream, { last_by_subj: this.#subjectOf(batchId) });
    } catch (error) {
      if (codeOf(error) === messageNotFound) return null;
      throw error;
    }
  }

  #subjectOf(batchId: string): string {
    return `${this.#options.stream}.${batchId}`;
  }

  async #open(): Promise<Opened> {
    if (this.#closed) throw new JournalUnavailable('the journal is closed');
    this.#opening ??= open(this.#options).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    const opened = await this.#opening;
    // The client would buffer messages without a connection and send them later, so don't send.
    if (!opened.isConnected) throw new JournalUnavailable('the journal has no connection just now');
    return opened;
  }
}

interface Opened {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  isConnected: boolean;
}

async function open({ url, stream, replicas, timeoutMs }: Required<Omit<NatsJournalOptions, 'send'>>): Promise<Opened> {
  const connection = await connect({
    servers: url.split(','),
    name: 'fft journal',
    timeout: timeoutMs,
    // The client reconnects by itself, without a limit; pending requests fail by their own timeout.
    maxReconnectAttempts: -1,
    // Also if the server briefly refuses the login while it loads its accounts.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 200,
  });
  try {
    const jsm = await jetstreamManager(connection, { timeout: timeoutMs });
    await ensureStream(jsm, stream, replicas);
    const opened = { connection, jsm, js: jetstream(connection, { timeout: timeoutMs }), isConnected: true };
    void watchConnection(opened);
    return opened;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function watchConnection(opened: Opened): Promise<void> {
  for await (const { type } of opened.connection.status()) {
    if (type === 'disconnect') opened.isConnected = false;
    if (type === 'reconnect') opened.isConnected = true;
  }
}

async function ensureStream(jsm: JetStreamManager, name: string, replicas: number): Promise<void> {
  const isThere = await jsm.streams.info(name).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === streamNotFound) return false;
      throw error;
    },
  );
  if (isThere) return;
  await jsm.streams.add({
    name,
    subjects: [`${name}.*`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
  });
}

function headOf({ header }: StoredMsg): Head {
  const [sequence, hash] = [Number(header.get('number')), Buffer.from(header.get('hash'), 'hex')];
  assert(Number.isSafeInteger(sequence) && sequence >= 0, 'a message has the number of the last entry');
  assert(hash.length === 32, 'a hash has 32 bytes');
  return { sequence, hash };
}

/** Null for the mark of an abandoned batch. */
function entryOf(message: StoredMsg): Entry | null {
  if (message.header.get('kind') !== kinds.entry) return null;
  const batchId = message.subject.slice(message.subject.lastIndexOf('.') + 1);
  return { ...headOf(message), batchId, bytes: message.data };
}

function codeOf(error: unknown): number | null {
  return error instanceof JetStreamApiError ? error.code : null;
}

/** The server refused, or none keeps the stream: nothing was written. */
function isCertain(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status < 500;
  return hasNoResponders(error);
}

/** No server responds, for example while a cluster has no leader; the client wraps this in its own error. */
function hasNoResponders(error: unknown): boolean {
  return error instanceof NoRespondersError || (error instanceof Error && hasNoResponders(error.cause));
}

function asUnavailable(cause: unknown): never {
  if (cause instanceof JournalUnavailable) throw cause;
  throw new JournalUnavailable('the journal can not be reached', { cause });
}
