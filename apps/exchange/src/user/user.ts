import { calls, Code, type User } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import { route, type Api } from '../http/route.ts';

/** What the area needs of the area that keeps the customers. */
export interface UserParts {
  readUser(id: number): Promise<User | null>;
}

/** Binds the calls about the customer's own account. */
export function bindUserCalls(api: Api, { readUser }: UserParts): void {
  route(api, calls.user.read, async (_input, { customer }) => {
    const user = await readUser(customer.id);
    // A session may be remembered for a moment longer than its customer exists.
    if (user === null) throw new Refusal(Code.sessionInvalid, 'sessionInvalid');
    return user;
  });
}
