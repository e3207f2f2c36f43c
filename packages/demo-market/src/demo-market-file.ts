/** Credentials of an account. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
}

/** The persistent parameters of a demo market: written to the exchange's data folder, read by the market maker. */
export interface DemoMarketFile {
  /** Seeds the prices. Secret: it determines all future prices. */
  readonly seed: string;
  /** The moment of the start prices, in ms since the epoch. */
  readonly anchor: number;
  /** Quotes every market. */
  readonly maker: DemoAccount;
  /** Trades with the quotes now and then. */
  readonly taker: DemoAccount;
}

/** @throws if the text is malformed */
export function parseDemoMarketFile(text: string): DemoMarketFile {
  const value: unknown = JSON.parse(text);
  if (!isDemoMarketFile(value)) throw new Error('this is not a demo market file');
  return value;
}

function isDemoMarketFile(value: unknown): value is DemoMarketFile {
  return (
    isRecord(value) &&
    typeof value['seed'] === 'string' &&
    value['seed'].length >= 32 &&
    Number.isSafeInteger(value['anchor']) &&
    isAccount(value['maker']) &&
    isAccount(value['taker'])
  );
}

function isAccount(value: unknown): boolean {
  return isRecord(value) && typeof value['email'] === 'string' && typeof value['password'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
