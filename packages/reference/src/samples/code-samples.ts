/** A call that a test made, with stable values for ids, times and secrets. */
export type RecordedExample = {
  /** The concrete path, with its query. */
  path: string;
  request?: { mediaType: string; body: unknown };
  status: number;
  response?: { mediaType: string; body: unknown };
};

/** By operation id. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;

type Content = Record<string, { schema?: object; example?: unknown }>;

/** The properties of an OpenAPI operation that the samples use. */
export type DocumentedOperation = {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

type Call = {
  service: 'registry' | 'oauth';
  method: string;
  /** The template, `/v1/webhooks/{id}`. */
  path: string;
  operation: DocumentedOperation;
  example: RecordedExample;
};

type CodeSample = { lang: string; label: string; source: string };

const FORM = 'application/x-www-form-urlencoded';

const clients = {
  registry: { create: 'createRegistryClient', variable: 'BASE_URL', option: 'baseUrl' },
  oauth: { create: 'createOauthClient', variable: 'OAUTH_URL', option: 'oauthUrl' },
};

/** A curl line and a snippet for each operation, in the form that Redoc reads. */
export function codeSamples(call: Call): CodeSample[] {
  const isApi = call.path.startsWith('/v1/');
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    isApi
      ? { lang: 'TypeScript', label: '@app-platform/client', source: clientSnippet(call) }
      : { lang: 'TypeScript', label: 'fetch', source: fetchSnippet(call) },
  ];
}

function curl({ service, method, operation, example }: Call): string {
  const { request } = example;
  const isForm = request?.mediaType === FORM;
  const fields = isForm ? formFields(request.body) : [];
  const parts = [
    `curl${method === 'get' || isForm ? '' : ` -X ${method.toUpperCase()}`} ${globbing(example.path)}"$${clients[service].variable}${example.path}"`,
    ...credentialOf(operation),
    ...fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...(request && !isForm
      ? [`-H 'Content-Type: ${request.mediaType}'`, `-d ${quoted(JSON.stringify(request.body))}`]
      : []),
  ];
  return parts.join(' \\\n  ');
}

/** curl reads brackets in an address as a range. */
function globbing(path: string): string {
  return path.includes('[') ? '--globoff ' : '';
}

function credentialOf({ security }: DocumentedOperation): string[] {
  if (security?.length === 0) return [];
  const isOfClient = security?.some((one) => 'clientSecretBasic' in one);
  return [isOfClient ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $API_KEY"'];
}

/** Client id and secret go into the header. */
function formFields(body: unknown): [string, string][] {
  const all = Object.entries(body as Record<string, string>);
  return all.filter(([name]) => name !== 'client_id' && name !== 'client_secret');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function clientSnippet({ service, method, path, operation, example }: Call): string {
  const { create, variable, option } = clients[service];
  const options = {
    ...parametersOf(path, operation, example),
    ...(example.request && { body: example.request.body }),
  };
  const argument = Object.keys(options).length > 0 ? `,\n    ${indented(literal(options), 4)}` : '';
  const request = `${service}.${method.toUpperCase()}(\n    '${path}'${argument},\n  )`;
  const call = `await unwrap(\n  ${request},\n);`;
  const use = example.response ? `const answer = ${call}\nconsole.log(answer);` : call;
  return `import {
  ${create},
  unwrap,
} from '@app-platform/client';

const ${service} = ${create}({
  ${option}: process.env.${variable} ?? '',
  credential: process.env.API_KEY ?? '',
});

${use}
`;
}

function parametersOf(path: string, operation: DocumentedOperation, example: RecordedExample) {
  const { pathname, searchParams } = new URL(example.path, 'http://localhost');
  const values = pathname.split('/');
  const inPath = path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(values[index] ?? '')]] : [],
    );
  const known = operation.parameters?.filter((one) => one.in === 'query').map(({ name }) => name);
  const query = [...searchParams].filter(([name]) => known?.includes(name));
  const params = {
    ...(inPath.length > 0 && { path: Object.fromEntries(inPath) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
  };
  return Object.keys(params).length > 0 ? { params } : {};
}

/** A JavaScript literal: keys without quotes where a name allows that. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}

function fetchSnippet({ method, operation, example }: Call): string {
  const { request } = example;
  const fields = request ? literal(Object.fromEntries(formFields(request.body))) : '';
  const options = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    ...(operation.security?.length
      ? ["  headers: { authorization: 'Basic ' + btoa(clientId + ':' + clientSecret) },"]
      : []),
    ...(request ? [`  body: new URLSearchParams(${indented(fields, 2)}),`] : []),
  ];
  const argument = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  const variables = operation.security?.length
    ? "const clientId = encodeURIComponent(process.env.CLIENT_ID ?? '');\nconst clientSecret = encodeURIComponent(process.env.CLIENT_SECRET ?? '');\n"
    : '';
  return `${variables}const response = await fetch(\`\${process.env.OAUTH_URL}${example.path}\`${argument});
console.log(response.status, await response.text());
`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
