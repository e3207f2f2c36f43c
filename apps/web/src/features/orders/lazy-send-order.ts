/** For pages that send an order later. The code is the trade page's, which most customers have already. */
export { newClientOrderId, sendOrder } from './send-order.ts';
