import { readFile } from 'node:fs/promises';
import { parseDemoMarketFile, type DemoMarketFile } from '@fft/demo-market';

/** What the maker is told by its environment. */
export interface Settings {
  /** Where the exchange answers, like `http://localhost:8080`. */
  readonly url: string;
  readonly market: DemoMarketFile;
  /** It ends when its standard input is closed: so it never outlives who started it. */
  readonly endsWithInput: boolean;
}

/** @throws where a setting is missing, or the market's file can't be read */
export async function readSettings(variables: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const { FFT_URL: url, FFT_DEMO_MARKET: file, FFT_LIFELINE: lifeline } = variables;
  if (url === undefined || !URL.canParse(url)) throw new Error('FFT_URL must be the address of an exchange');
  if (file === undefined) throw new Error('FFT_DEMO_MARKET must be the path of a demo market file');
  const market = parseDemoMarketFile(await readFile(file, 'utf8'));
  return { url: url.replace(/\/$/, ''), market, endsWithInput: lifeline === 'stdin' };
}
