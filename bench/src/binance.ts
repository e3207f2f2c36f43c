import { join } from 'node:path';
import { callsPerSecond, type RestLoad } from './binance/rest-load.ts';
import { accountRequests, orderRequests } from './binance/rest-requests.ts';
import { startChild } from './exchange/child.ts';
import { startExchange } from './exchange/start-exchange.ts';
import { makeTraders } from './exchange/traders.ts';
import { median } from './median.ts';

const rounds = 5;

/**
 * Signed calls of Binance's REST API per second, next to a bare Fastify that answers the same: the same client on the same machine, interleaved. The
 * exchange verifies the signature of each request, and has each order in the journal on disk before its answer.
 */
async function benchBinance(): Promise<void> {
  const exchange = await startExchange();
  const echo = await startChild(join(import.meta.dirname, 'binance/echo-server.ts'));
  try {
    const traders = await makeTraders(exchange.url, 20, 'hmac');
    const accounts: RestLoad = { name: 'GET /api/v3/account', ...accountRequests(traders) };
    const orders: RestLoad = { name: 'POST /api/v3/order', ...orderRequests(traders) };
    for (const load of [accounts, orders]) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round <= rounds; round += 1) {
        const [their, our] = [await callsPerSecond(echo.url, load), await callsPerSecond(exchange.url, load)];
        // The first round warms up.
        if (round === 0) continue;
        theirs.push(their);
        ours.push(our);
      }
      const [our, their] = [median(ours), median(theirs)];
      const ratio = (our / their).toFixed(2);
      process.stdout.write(
        `Binance REST, ${load.name} signed by HMAC: ${our} a second; bare echo ${their}; ${ratio} of it\n`,
      );
    }
  } finally {
    await exchange.stop();
    await echo.stop();
  }
}

await benchBinance();
