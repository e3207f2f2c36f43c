// The reference page. The browser runs it unbuilt, without libraries; texts are only set as text content.

/**
 * @typedef {{ type?: string, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[], allOf?: Schema[], items?: Schema, nullable?: boolean,
 *   properties?: Record<string, Schema>, required?: string[], additionalProperties?: Schema | boolean, pattern?: string, default?: unknown, format?: string, $ref?: string }} Schema
 * @typedef {{ name: string, required: boolean, schema: Schema, $ref?: string }} Field
 * @typedef {{ operationId: string, tags: string[], description: string, security: object[], parameters?: Field[],
 *   requestBody?: { content: Record<string, { schema: Schema }> }, responses: Record<string, { content: Record<string, { schema: Schema }> }> }} Operation
 * @typedef {{ info: { title: string, version: string, description: string }, paths: Record<string, Record<string, Operation>>,
 *   components: { schemas: Record<string, Schema> } }} Api
 */

const template = part(document, '#call', HTMLTemplateElement);
const token = part(document, '#token', HTMLInputElement);
const lang = part(document, '#lang', HTMLSelectElement);
const find = part(document, '#find', HTMLInputElement);
const state = part(document, '#state', HTMLElement);

/** Texts of the page; the rest comes from the document. */
const texts = {
  en: {
    title: 'API reference',
    token: 'Token',
    language: 'Language',
    find: 'Find',
    loading: 'Loading …',
    tryIt: 'Try it',
    answers: 'Answers with data',
    session: 'session',
    failed: 'The description could not be loaded. Load the page again.',
  },
  zh: {
    title: '接口文档',
    token: '令牌',
    language: '语言',
    find: '查找',
    loading: '加载中 …',
    tryIt: '试一试',
    answers: '成功时的 data',
    session: '需登录',
    failed: '无法加载文档，请刷新页面。',
  },
};
const speaks = () => (lang.value === 'zh' ? 'zh' : 'en');

/**
 * Says everything below in the chosen language.
 * @param {ParentNode} root
 */
function translate(root) {
  const said = texts[speaks()];
  for (const element of root.querySelectorAll('[data-text]')) {
    const key = /** @type {keyof typeof said} */ (element.getAttribute('data-text'));
    element.textContent = said[key];
  }
}

/**
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
function part(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}

/** @type {Record<string, Schema>} */
let components = {};

/**
 * What a reference means.
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolved(schema) {
  const found = schema.$ref === undefined ? schema : (components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return found.allOf?.length === 1 ? resolved(found.allOf[0] ?? {}) : found;
}

/**
 * A schema in the words of TypeScript, also if it may be null.
 * @param {Schema} schema
 * @param {string} [indent]
 * @returns {string}
 */
function words(schema, indent = '') {
  if (schema.nullable === true && schema.type === 'object' && !schema.properties) return 'null';
  const said = wordsOf(resolved(schema), indent);
  return schema.nullable === true ? `${said} | null` : said;
}

/**
 * @param {Schema} schema
 * @param {string} indent
 * @returns {string}
 */
function wordsOf(schema, indent) {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => words(choice, indent)).join(' | ');
  if (schema.type === 'array') return `${words(schema.items ?? {}, indent)}[]`;
  if (schema.type === 'object') return objectWords(schema, indent);
  return schema.type ?? 'any';
}

/**
 * @param {Schema} schema
 * @param {string} indent
 * @returns {string}
 */
function objectWords({ properties, required = [], additionalProperties }, indent) {
  if (!properties)
    return `{ [name]: ${words(typeof additionalProperties === 'object' ? additionalProperties : {}, indent)} }`;
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${deeper}${name}${required.includes(name) ? '' : '?'}: ${words(schema, deeper)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/**
 * The fields of a call, whether they go by query or by body.
 * @param {Operation} operation
 * @returns {Field[]}
 */
function fieldsOf({ parameters, requestBody }) {
  if (!requestBody) return (parameters ?? []).filter(({ $ref }) => $ref === undefined);
  const schema = resolved(Object.values(requestBody.content)[0]?.schema ?? {});
  /** @type {Map<string, Field>} */
  const fields = new Map();
  for (const form of schema.oneOf ?? [schema]) {
    for (const [name, of] of Object.entries(form.properties ?? {})) {
      fields.set(name, { name, schema: of, required: form.required?.includes(name) ?? false });
    }
  }
  return [...fields.values()];
}

/**
 * @param {Field} field
 * @returns {HTMLElement}
 */
function inputOf({ name, required, schema }) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.name = name;
  input.autocomplete = 'off';
  if (schema.format === 'binary') input.type = 'file';
  else input.placeholder = schema.default === undefined ? words(schema) : JSON.stringify(schema.default);
  label.append(required ? `${name} *` : name, input);
  return label;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {HTMLFormElement} form
 * @returns {Promise<string>}
 */
async function send(method, path, form) {
  const body = new FormData();
  const plain = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value === '') continue;
    body.set(name, value);
    if (typeof value === 'string') plain.set(name, value);
  }
  body.set('lang', lang.value);
  plain.set('lang', lang.value);
  const hasFile = [...body.values()].some((value) => value instanceof File);
  const headers = { 'access-token': token.value.trim() };
  const response = await (method === 'GET'
    ? fetch(`${path}?${plain.toString()}`, { headers })
    : fetch(path, { method: 'POST', headers, body: hasFile ? body : plain }));
  const text = await response.text();
  try {
    return `HTTP ${response.status}\n${JSON.stringify(JSON.parse(text), null, 2)}`;
  } catch {
    return `HTTP ${response.status}\n${text}`;
  }
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Operation} operation
 * @returns {HTMLElement}
 */
function callElement(path, method, operation) {
  const copy = document.importNode(template.content, true);
  translate(copy);
  const element = part(copy, '.call', HTMLElement);
  const form = part(copy, 'form', HTMLFormElement);
  const answer = part(copy, '.answer', HTMLElement);
  part(copy, '.method', HTMLElement).textContent = method;
  part(copy, '.path', HTMLElement).textContent = path;
  part(copy, '.text', HTMLElement).textContent = operation.description;
  const isOpen = operation.security.length !== 1;
  part(copy, '.auth', HTMLElement).textContent = isOpen ? '' : texts[speaks()].session;
  part(copy, '.fields', HTMLElement).append(...fieldsOf(operation).map(inputOf));
  const [success = {}] = resolved(operation.responses['200']?.content['application/json']?.schema ?? {}).oneOf ?? [];
  part(copy, '.data', HTMLElement).textContent = words(resolved(success).properties?.['data'] ?? {});
  element.dataset['search'] = `${path} ${operation.operationId} ${operation.description}`.toLowerCase();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer.hidden = false;
    answer.textContent = '…';
    void send(method, path, form)
      .catch(String)
      .then((text) => {
        answer.textContent = text;
      });
  });
  return element;
}

/** Shows only the calls in which every word that is looked for is found. */
function filter() {
  const wanted = find.value.toLowerCase().split(/\s+/);
  for (const element of document.querySelectorAll('.call')) {
    if (!(element instanceof HTMLElement)) continue;
    element.hidden = !wanted.every((word) => element.dataset['search']?.includes(word));
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = section.querySelector('.call:not([hidden])') === null;
  }
}

async function show() {
  document.documentElement.lang = speaks() === 'zh' ? 'zh-CN' : 'en';
  state.hidden = false;
  translate(document);
  const response = await fetch(`/api/openapi.json?lang=${speaks()}`);
  const api = /** @type {Api} */ (await response.json());
  components = api.components.schemas;
  document.title = `${api.info.title} ${texts[speaks()].title}`;
  part(document, '#brand', HTMLElement).textContent = api.info.title;
  part(document, '#version', HTMLElement).textContent = api.info.version;
  part(document, '#description', HTMLElement).textContent = api.info.description.replaceAll('`', '');
  /** @type {Map<string, HTMLElement>} */
  const sections = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [area = ''] = operation.tags;
      let section = sections.get(area);
      if (!section) {
        section = document.createElement('section');
        const heading = document.createElement('h2');
        heading.textContent = area;
        section.append(heading);
        sections.set(area, section);
      }
      section.append(callElement(path, method.toUpperCase(), operation));
    }
  }
  part(document, '#areas', HTMLElement).replaceChildren(...sections.values());
  state.hidden = true;
  filter();
}

function start() {
  show().catch(() => {
    state.textContent = texts[speaks()].failed;
  });
}

find.addEventListener('input', filter);
lang.addEventListener('change', start);
lang.value = navigator.language.startsWith('zh') ? 'zh' : 'en';
start();
