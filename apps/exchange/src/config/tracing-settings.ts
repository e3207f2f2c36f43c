import * as z from 'zod';
import { samplerNames, type TracingSettings } from '../platform/tracing/tracing.ts';
import { address } from './setting-forms.ts';

const pairs = z
  .string()
  .regex(
    /^[^=,\s]+=([^,%]|%[0-7][\da-f])*(,[^=,\s]+=([^,%]|%[0-7][\da-f])*)*$/i,
    'must be like name=value,name=value, with % written as %25',
  )
  .transform((text) => Object.fromEntries(text.split(',').map(pairOf)));

/** Values are percent-encoded, as the specification has them. */
function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
}

/** Named as in OpenTelemetry's specification. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, 'http://localhost:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_SERVICE_NAME: z.string().default('fft'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames, `must be one of ${samplerNames.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
};

interface Given {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER: TracingSettings['sampler'];
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Null without a collector: nothing is traced. */
export function tracingOf(given: Given): TracingSettings | null {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === null) return null;
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: given.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: given.OTEL_SERVICE_NAME,
    sampler: given.OTEL_TRACES_SAMPLER,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  };
}
