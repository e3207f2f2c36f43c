import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { fineNow, type Span, type SpanFacts, type Tracing, type TracingSettings } from './tracing.ts';

/** A collector that is away fails every export; the log is told this often. */
const reportMs = 60_000;

/** Loads the packages and sends spans to a collector. They are imported here and nowhere else, so that an exchange without traces doesn't load them. */
export async function openTracing(settings: TracingSettings, version: string, log: Logger): Promise<Tracing> {
  const [api, { W3CTraceContextPropagator }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  reportFailures(api, log);
  const { url, headers, serviceName } = settings;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: samplerOf(sdk, settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('fft', version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Span>();
  return {
    begin: (name, facts, caller = {}) => {
      const parent = propagator.extract(api.ROOT_CONTEXT, caller, api.defaultTextMapGetter);
      return new OpenSpan({ api, tracer }, { name, kind: api.SpanKind.SERVER, parent, facts });
    },
    run: (span, work) => current.run(span, work),
    current: () => current.getStore() ?? null,
    close: () => provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'tracing.exportFailed')),
  };
}

interface Tools {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
}

interface NewSpan {
  readonly name: string;
  readonly kind: Api.SpanKind;
  readonly parent: Api.Context;
  readonly facts?: SpanFacts;
  readonly begun?: number;
}

class OpenSpan implements Span {
  readonly #tools: Tools;
  readonly #span: Api.Span;
  readonly #context: Api.Context;
  readonly begun: number;

  constructor(tools: Tools, { name, kind, parent, facts = {}, begun = fineNow() }: NewSpan) {
    this.#tools = tools;
    this.begun = begun;
    this.#span = tools.tracer.startSpan(name, { kind, startTime: begun, attributes: { ...facts } }, parent);
    this.#context = tools.api.trace.setSpan(parent, this.#span);
  }

  part(name: string, begun?: number): Span {
    const kind = this.#tools.api.SpanKind.INTERNAL;
    return new OpenSpan(this.#tools, { name, kind, parent: this.#context, ...(begun !== undefined && { begun }) });
  }

  note(facts: SpanFacts): void {
    if (this.#span.isRecording()) this.#span.setAttributes({ ...facts });
  }

  end(outcome?: 'failed'): void {
    if (!this.#span.isRecording()) return;
    if (outcome === 'failed') this.#span.setStatus({ code: this.#tools.api.SpanStatusCode.ERROR });
    this.#span.end(fineNow());
  }
}

function samplerOf(sdk: typeof Sdk, { sampler, ratio }: TracingSettings): Sdk.Sampler {
  const part = sampler.endsWith('always_off') ? 0 : sampler.endsWith('traceidratio') ? ratio : 1;
  const root = new sdk.TraceIdRatioBasedSampler(part);
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

const ignore = (): void => undefined;

function reportFailures({ diag, DiagLogLevel }: typeof Api, log: Logger): void {
  let reportedAt = -Infinity;
  const report = (reason: string): void => {
    if (performance.now() - reportedAt < reportMs) return;
    reportedAt = performance.now();
    log.warn({ reason }, 'tracing.exportFailed');
  };
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
