import type { Customer } from '../../transport/http/context.ts';
import type { Sockets } from '../../transport/websocket/sockets.ts';
import { ApiError } from '../api-error.ts';
import type { Judges } from '../authenticate.ts';
import type { ApiParams } from './api-request.ts';
import type { ApiSocket } from './api-socket.ts';
import type { ApiSubscriptions } from './api-subscriptions.ts';
import { loggedIn, signer } from './authorize.ts';

const hmacForm = /^[0-9a-f]{64}$/i;

export interface SessionMethodsOptions extends Judges {
  readonly subscriptions: ApiSubscriptions;
  readonly sockets: Pick<Sockets, 'belong' | 'has'>;
  readonly now: () => number;
}

/** A method about the socket itself: its log-in and its subscriptions. */
export type SessionMethod = (socket: ApiSocket, params: ApiParams) => unknown;

/** Weight of each of these methods. */
export const sessionMethodWeight = 2;

/** The methods about the socket itself. */
export function createSessionMethods(options: SessionMethodsOptions): ReadonlyMap<string, SessionMethod> {
  const { subscriptions, sockets, now } = options;
  const status = (socket: ApiSocket) => statusOf(socket, now());
  const subscribe = (socket: ApiSocket, customer: Customer, isOfSession: boolean): object =>
    // It may have closed while its key was looked up.
    sockets.has(socket.connection) ? { subscriptionId: subscriptions.begin(socket, customer, isOfSession) } : {};
  const logOut = (socket: ApiSocket): void => {
    socket.session = null;
    socket.connection.customer = null;
    subscriptions.end(socket, ({ isOfSession }) => isOfSession);
  };
  const logOn = (socket: ApiSocket, { apiKey }: ApiParams, customer: Customer): object => {
    if (!sockets.belong(socket.connection, customer.id)) {
      throw new ApiError(429, -1034, 'Too many concurrent connections of this account.');
    }
    if (socket.session?.customer.id !== customer.id) logOut(socket);
    socket.connection.customer = customer;
    socket.session = { customer, apiKey: String(apiKey), since: now() };
    return status(socket);
  };
  return new Map<string, SessionMethod>([
    ['session.status', status],
    [
      'session.logon',
      (socket, params) => {
        if (hmacForm.test(String(params['signature']))) {
          throw new ApiError(400, -4056, 'HMAC_SHA256 API key is not supported.');
        }
        return bySignature(options, { socket, params }, (customer) => logOn(socket, params, customer));
      },
    ],
    [
      'session.logout',
      (socket) => {
        logOut(socket);
        sockets.belong(socket.connection, null);
        return status(socket);
      },
    ],
    ['session.subscriptions', (socket) => [...socket.subscriptions.keys()].map((id) => ({ subscriptionId: id }))],
    [
      'userDataStream.subscribe',
      (socket) => {
        return subscribe(socket, loggedIn(socket.session, now()), true);
      },
    ],
    [
      'userDataStream.subscribe.signature',
      (socket, params) => bySignature(options, { socket, params }, (customer) => subscribe(socket, customer, false)),
    ],
    [
      'userDataStream.unsubscribe',
      (socket, { subscriptionId }) => {
        subscriptions.end(socket, ({ id }) => subscriptionId === undefined || id === subscriptionId);
        return {};
      },
    ],
  ]);
}

/** Calls `work` with the customer whose key signed the parameters. */
function bySignature(
  judges: Judges,
  { socket, params }: { readonly socket: ApiSocket; readonly params: ApiParams },
  work: (customer: Customer) => unknown,
): unknown {
  const customer = signer(judges, { params, right: 'read', address: socket.connection.ip });
  return customer instanceof Promise ? customer.then(work) : work(customer);
}

function statusOf(socket: ApiSocket, time: number) {
  const { session, connectedSince, returnsRateLimits } = socket;
  return {
    apiKey: session?.apiKey ?? null,
    authorizedSince: session ? socket.at(session.since) : null,
    connectedSince: socket.at(connectedSince),
    returnRateLimits: returnsRateLimits,
    serverTime: socket.at(time),
    userDataStream: socket.subscriptions.size > 0,
  };
}
