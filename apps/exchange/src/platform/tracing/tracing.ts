/** What spans may carry. Nothing else does: no amount, address, token, e-mail nor customer has a name here. */
export interface SpanFacts {
  readonly 'http.request.method'?: string;
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** How the caller came: `http`, `socket` or `binance-socket`. */
  readonly 'fft.door'?: string;
  /** The answer's business code. */
  readonly 'fft.code'?: number;
  readonly 'fft.command'?: string;
  /** Number of the journal entry. */
  readonly 'fft.journal.entry'?: number;
  /** Commands that share the entry. */
  readonly 'fft.journal.commands'?: number;
}

/** A piece of work within a trace. Times are milliseconds since the epoch, with fractions. */
export interface Span {
  readonly begun: number;
  /** Begins a piece of this one. */
  part(name: string, begun?: number): Span;
  note(facts: SpanFacts): void;
  /** Later calls do nothing. */
  end(outcome?: 'failed'): void;
}

/** The headers by which a caller's trace goes on here. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** Follows requests through the exchange. Where it is off there is none of this, and neither its SDK nor its exporter is loaded. */
export interface Tracing {
  /** Begins a request, within the caller's trace if its headers name one. */
  begin(name: string, facts: SpanFacts, headers?: TraceHeaders): Span;
  /** Makes a span the current one of `work`, and of what it begins. */
  run<Result>(span: Span, work: () => Result): Result;
  /** The span of the request that is being worked on. */
  current(): Span | null;
  /** Sends what is left. */
  close(): Promise<void>;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof samplers)[number];
export const samplerNames: readonly [SamplerName, ...SamplerName[]] = samplers;

export interface TracingSettings {
  /** The collector's address for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The sampled part of traces, 0 to 1, for the samplers that have one. */
  readonly ratio: number;
}

/** The current time, finer than `Date.now`. */
export const fineNow = (): number => performance.timeOrigin + performance.now();
