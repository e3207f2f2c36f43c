/** How to log in. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
}

/** What a made-up market needs to go on as the same one: kept by the exchange in its data folder, read by the market maker. */
export interface DemoMarketFile {
  /** Where prices come from. Secret: who knows it knows tomorrow's prices. */
  readonly seed: string;
  /** The moment at which coins have their start prices, ms since the epoch. */
  readonly anchor: number;
  /** Quotes every market. */
  readonly maker: DemoAccount;
  /** Trades with the quotes now and then. */
  readonly taker: DemoAccount;
}

/** @throws where the text isn't of the form */
export function parseDemoMarketFile(text: string): DemoMarketFile {
  const value: unknown = JSON.parse(text);
  if (!isDemoMarketFile(value)) throw new Error('this is not the file of a demo market');
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
