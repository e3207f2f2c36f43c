/** Settings of an exchange that is measured: limits that no load reaches, and nothing beside the orders. */
export const loadSettings: Readonly<Record<string, string>> = {
  MODE: 'demo',
  MAKER: 'off',
  GATEWAYS: '1',
  DEMO_CHAIN: 'off',
  LOG_LEVEL: 'error',
  ORDERS_PER_10S: '1000000',
  REQUESTS_PER_10S: '0',
  SOCKETS_PER_ADDRESS: '0',
  SOCKETS_PER_CUSTOMER: '0',
  CONNECTIONS_PER_ADDRESS: '0',
  WEIGHT_PER_10S: '0',
  CODES_PER_HOUR: '0',
};
