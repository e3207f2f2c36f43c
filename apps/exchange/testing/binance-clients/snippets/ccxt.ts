import ccxt from 'ccxt';

/** `url` is the exchange's, such as https://exchange.example. */
export async function connectCcxt(url: string, apiKey: string, secret: string) {
  const ws = url.replace('http', 'ws');
  const exchange = new ccxt.pro.binance({
    apiKey,
    secret, // or an Ed25519 private key in PEM
    urls: {
      api: {
        public: `${url}/api/v3`,
        private: `${url}/api/v3`,
        v1: `${url}/api/v1`,
        sapi: `${url}/sapi/v1`,
        sapiV2: `${url}/sapi/v2`,
        sapiV3: `${url}/sapi/v3`,
        sapiV4: `${url}/sapi/v4`,
        ws: { spot: `${ws}/stream/ws`, margin: `${ws}/stream/ws`, 'ws-api': { spot: `${ws}/ws-api/v3` } },
      },
    },
    options: {
      defaultType: 'spot',
      fetchMarkets: { types: ['spot'] },
      fetchMargins: false,
      adjustForTimeDifference: true,
    },
  });
  // ccxt needs this for ws:// without TLS.
  if (ws.startsWith('ws:')) await exchange.loadHttpProxyAgent();
  await exchange.loadMarkets();
  return exchange;
}
