/** What sockets take besides the calls that are listed already, and what bounds each. None reads a customer's past. */
export const nativeOps: Readonly<Record<string, string>> = {
  auth: 'one session or key by its index; five points of the socket',
  subscribe: 'memory alone: 50 channels at a time, a point for each 8 KiB of a whole',
  unsubscribe: 'memory alone',
  ping: 'nothing',
  cancelOnDisconnect: 'memory alone; at the end one command',
  create: 'as trade.create',
  cancel: 'as trade.cancel',
  createMany: 'as trade.create, 50 at a time',
};

/** The WebSocket API's own methods. */
export const sessionMethods: Readonly<Record<string, string>> = {
  'session.status': 'memory alone; weight 2',
  'session.logon': 'one key by its index; weight 2, and ten for its address where nothing is proven',
  'session.logout': 'memory alone; weight 2',
  'session.subscriptions': 'memory alone; weight 2',
  'userDataStream.subscribe': 'memory alone; weight 2',
  'userDataStream.subscribe.signature':
    'one key by its index; weight 2, and ten for its address where nothing is proven',
  'userDataStream.unsubscribe': 'memory alone; weight 2',
};
