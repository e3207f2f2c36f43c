import type { TestAnswer } from './test-api.ts';
import { testPassword, type TestAccounts } from './test-accounts.ts';

/** A browser at a network address, with its cookies. Its address counts only with `trustedProxies`. */
export interface Visitor {
  readonly ip: string;
  cookie: string;
  post(call: string, fields: Record<string, string>, token?: string): Promise<TestAnswer>;
  get(call: string, fields: Record<string, string>, token: string): Promise<TestAnswer>;
  login(email: string, fields?: Record<string, string>): Promise<TestAnswer>;
}

export function createVisitor(server: TestAccounts, ip: string): Visitor {
  const headersOf = (visitor: Visitor) => ({ 'x-forwarded-for': ip, cookie: visitor.cookie });
  const keep = (visitor: Visitor, answer: TestAnswer): TestAnswer => {
    visitor.cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? visitor.cookie;
    return answer;
  };
  const visitor: Visitor = {
    ip,
    cookie: '',
    post: async (call, fields, token = '') =>
      keep(
        visitor,
        await server.http.post(`/api/${call}.html`, {
          token,
          fields: { lang: 'en', ...fields },
          headers: headersOf(visitor),
        }),
      ),
    get: async (call, fields, token) =>
      keep(
        visitor,
        await server.http.get(`/api/${call}.html`, {
          token,
          fields: { lang: 'en', ...fields },
          headers: headersOf(visitor),
        }),
      ),
    login: (email, fields = {}) => visitor.post('passport/login', { email, password: testPassword, ...fields }),
  };
  return visitor;
}
