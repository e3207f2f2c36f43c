/** What the field lists were taken down from, and of which day each source was. Only facts were: names, types, values. */
export const sources = {
  rest: { name: 'binance/binance-spot-api-docs: rest-api.md', of: '2026-07-21' },
  ws: { name: 'binance/binance-spot-api-docs: web-socket-api.md', of: '2026-07-21' },
  streams: { name: 'binance/binance-spot-api-docs: web-socket-streams.md', of: '2026-07-21' },
  user: { name: 'binance/binance-spot-api-docs: user-data-stream.md', of: '2026-07-21' },
  enums: { name: 'binance/binance-spot-api-docs: enums.md', of: '2026-07-21' },
  filters: { name: 'binance/binance-spot-api-docs: filters.md', of: '2026-07-21' },
  wallet: { name: 'binance/binance-connector-js: clients/wallet, models and examples', of: '2026-07-21' },
  swagger: { name: 'binance/binance-api-swagger: spot_api.yaml', of: '2024-10-08' },
} as const;

export type Source = keyof typeof sources;
/** The day on which the lists were taken down. */
export const takenDown = '2026-11-30';
