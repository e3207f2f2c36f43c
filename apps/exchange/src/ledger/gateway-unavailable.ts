/** A command failed without a rejection by the engine. */
export class GatewayUnavailable extends Error {
  /** `true`: it may have happened nevertheless; look it up by its id. */
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { outcomeUnknown: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown;
  }
}

/** Created once: under overload these are the most frequent errors, and capturing a stack costs more than executing an order. */
export const refusedAtOnce = {
  closed: unavailable('the exchange is shutting down'),
  full: unavailable('too many orders are waiting'),
  behind: unavailable('the exchange is catching up; try again in a moment'),
};

export function unavailable(message: string, outcomeUnknown = false, cause?: unknown): GatewayUnavailable {
  return new GatewayUnavailable(message, { outcomeUnknown, cause });
}

export function asUnavailable(error: unknown): GatewayUnavailable {
  return error instanceof GatewayUnavailable ? error : unavailable('the journal could not be written', false, error);
}
