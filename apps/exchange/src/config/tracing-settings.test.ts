import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('traces go to the path that the specification has, with their headers', () => {
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret=,tenant=fft',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
  expect(readSettings(given).tracing).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Bearer secret=', tenant: 'fft' },
    serviceName: 'fft',
    sampler: 'parentbased_traceidratio',
    ratio: 0.01,
  });
});
