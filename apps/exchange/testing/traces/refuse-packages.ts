import { registerHooks } from 'node:module';

/** Loaded before the server: fails whatever loads OpenTelemetry's SDK or exporter. Its `api`, which does nothing alone, comes with prom-client. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (/^@opentelemetry\/(?!api$)/.test(specifier)) throw new Error(`${specifier} must not be loaded`);
    return next(specifier, context);
  },
});
