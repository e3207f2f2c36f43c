import {
  calls,
  Code,
  callWeight,
  keyRightOf,
  orderTerms,
  termWords,
  type TermName,
  unitOf,
  type Call,
} from '@fft/contract';
import { testsOf, type TestFile } from './find-tests.ts';
import { answerWords, fieldWords } from './schema-words.ts';

const sessions: Readonly<Record<Call['auth'], string>> = {
  none: 'no session',
  optional: 'with or without a session',
  required: 'needs a session',
};

/** The right that a call needs of an API key. */
function keyWords(call: Call): string {
  const right = keyRightOf(call);
  if (right === 'none') return '';
  return right === 'never' ? ', never by API key' : `, API key with \`${right}\``;
}

/** Every call of the contract, by area. */
export function everyCall(): readonly { readonly area: string; readonly name: string; readonly call: Call }[] {
  return Object.entries<Readonly<Record<string, Call>>>(calls).flatMap(([area, byName]) =>
    Object.entries(byName).map(([name, call]) => ({ area, name, call })),
  );
}

/** The calls without a test. */
export function untested(files: readonly TestFile[]): readonly string[] {
  return everyCall()
    .filter(({ area, name, call }) => testsOf(files, area, name, call).length === 0)
    .map(({ area, name }) => `${area}.${name}`);
}

/** The API page, generated from the contract and its tests. */
export function apiPage(files: readonly TestFile[]): string {
  const areas = Object.keys(calls).map((area) => areaSection(area, files));
  return `${head()}\n${areas.join('\n')}`;
}

function head(): string {
  const codes = Object.entries(Code).map(([name, code]) => `\`${code}\` ${name}`);
  return `# The API

Generated from the contract by \`npm run api-docs\`: change the contract, not this page. A running exchange serves the same as an OpenAPI document at \`/api/openapi.json\`, the socket as an AsyncAPI document at \`/api/asyncapi.json\`,
and as an interactive page at \`/reference\`.

Every answer is an envelope \`{ code, message, data }\`. HTTP 200 with \`code\` 200 is a success. Any other \`code\` names the reason for the refusal; \`message\` explains it in the language
of \`lang\` (\`zh\` or \`en\`, accepted by every call; Chinese without it, English for any other). Other HTTP statuses report transport errors only. A POST sends a form or JSON, a GET a query. The session's token is sent
in the header \`access-token\`; programs sign with [API keys](api-keys.md). A call that acts refuses fields that it doesn't know, and bodies that aren't fields, with code 400. With the header
\`session-mark\` (FNV-1a of the token with 32 bits, as eight hexadecimal digits) it is refused with code 1002 if the token is another session's than the form's. Amounts and prices are decimal texts; an average price has two places more than its market's prices and is rounded half-even. Times are milliseconds since the epoch, ids are texts. Lists return \`{ items, next }\`, where \`next\` is the
\`cursor\` of the next page, or null. A list with the header \`as-of\` shows the state at that time, because nothing newer can be read at the moment. Without the header, a list includes everything that was answered before the call.

Each call has a weight. A customer may spend 2,000 in ten seconds, and a network address (an IPv6 /64) 6,000 (\`WEIGHT_PER_10S\`); both budgets refill evenly. Every answer reports the budget in the
header \`ratelimit: "weight";r=1940;t=1\`: \`r\` is the rest of the customer's budget (without a session, of the address's), and \`t\` the seconds until it is full. The header \`ratelimit-policy: "weight";q=2000;w=10\` says the budget of this caller. A call beyond the budget returns HTTP 429 with
\`retry-after\` and \`data.retryAfter\`, in seconds. A caller may run two calls of weight 10 or more at a time. A few more wait up to three seconds, and the others return code 429. Code 503 with
\`data.retryAfter\` means that the exchange is overloaded. The header \`x-request-id\` names a request as the log does: tell it to support.

Codes: ${codes.join(', ')}.
`;
}

function areaSection(area: string, files: readonly TestFile[]): string {
  const entries = everyCall().filter((entry) => entry.area === area);
  return [`## ${area}\n`, ...entries.map(({ name, call }) => callSection(area, name, call, files))].join('\n');
}

function callSection(area: string, name: string, call: Call, files: readonly TestFile[]): string {
  const fields = fieldWords(call.input).map((line) => `- Fields: ${line === '' ? 'none' : line}`);
  const tests = testsOf(files, area, name, call).map((path) => `[${path.split('/').at(-1)}](../${path})`);
  const terms = call === calls.trade.create ? `\n${termsTable()}` : '';
  return `### ${call.method} ${call.path}

${call.summary}

- \`${area}.${name}\`, ${sessions[call.auth]}${keyWords(call)}, weight ${callWeight(call)}
${fields.join('\n')}
- Answers: \`${answerWords(call.output)}\`
- Tested in: ${tests.join(', ')}
${terms}`;
}

/** The terms of an order, from the contract's table. */
function termsTable(): string {
  const rows = Object.entries(orderTerms).map(([name, term]) => {
    // Each entry's name is one of the table.
    const known = name as TermName;
    const types = 'only' in term ? term.only : 'both';
    return `| \`${name}\` | ${term.kind}: ${unitOf(known)} | ${types} | ${termWords[known].en} |`;
  });
  return ['| Term | Kind and unit | Order types | Rule |', '| --- | --- | --- | --- |', ...rows]
    .join('\n')
    .concat('\n');
}
