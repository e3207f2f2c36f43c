import { calls, Code, callWeight, type Call } from '@fft/contract';
import { testsOf, type TestFile } from './find-tests.ts';
import { answerWords, fieldWords } from './schema-words.ts';

const sessions: Readonly<Record<Call['auth'], string>> = {
  none: 'no session',
  optional: 'with or without a session',
  required: 'needs a session',
};

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

Made from the contract by \`npm run api-docs\`; change the contract, not this page. A running exchange serves the same as an OpenAPI document at \`/api/openapi.json\` and
as a page on which calls can be tried at \`/reference\`.

Every answer is an envelope \`{ code, message, data }\`. HTTP 200 with \`code\` 200 is a success; any other \`code\` says why not, with \`message\` in the language that
\`lang\` (\`zh\` or \`en\`, on every call) asks for. Other HTTP statuses are of the transport alone. A POST carries a form or JSON, a GET a query; the session's token goes
in the header \`access-token\`. Amounts and prices are decimal texts, times are milliseconds since the epoch, ids are texts. Lists answer \`{ items, next }\`: \`next\` is the
\`cursor\` of the next page, or null.

Each call has a weight. A customer has 2,000 of it in ten seconds, and a network address (of IPv6 a /64) 6,000 (\`WEIGHT_PER_10S\`); both come back evenly. Every answer says what is left in the
header \`ratelimit: "weight";r=1940;t=1\`: \`r\` is left of the customer's budget, or without a session of the address's, and \`t\` are the seconds until all of it is there again. Past it a call is answered HTTP 429 with
\`retry-after\` and \`data.retryAfter\`, in seconds. Of calls that weigh 10 or more, two of a caller run at a time; a few more wait up to three seconds, and further ones get code 429. Code 503 with
\`data.retryAfter\` says that others ask for too much.

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
  return `### ${call.method} ${call.path}

${call.summary}

- \`${area}.${name}\`, ${sessions[call.auth]}, weight ${callWeight(call)}
${fields.join('\n')}
- Answers: \`${answerWords(call.output)}\`
- Tested in: ${tests.join(', ')}
`;
}
