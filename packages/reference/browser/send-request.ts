export type ConsoleRequest = {
  /** The address of the service. */
  base: string;
  method: string;
  /** As in the OpenAPI document, `/v1/webhooks/{id}`. */
  path: string;
  parameters: { name: string; value: string; place: string }[];
  body: string | undefined;
  credential: string;
};

export type Answer = { status: number; text: string; milliseconds: number };

const MOST_CHARACTERS = 200_000;
/** A stream of events never ends by itself. */
const LONGEST_MILLISECONDS = 15_000;

/** Sends a request with its credential to the service, and nowhere else. */
export async function sendRequest(request: ConsoleRequest): Promise<Answer> {
  const { method, credential, body } = request;
  const startedAt = performance.now();
  const response = await fetch(addressOf(request), {
    method,
    headers: {
      ...{ accept: 'application/json', authorization: `Bearer ${credential}` },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new Error('The service cannot be reached. Try again in a moment.');
  });
  const text = await readText(response);
  const milliseconds = performance.now() - startedAt;
  return { status: response.status, text: indented(text), milliseconds };
}

/** A value of the path stays one part of it. */
function addressOf({ base, path, parameters }: ConsoleRequest): string {
  const given = parameters.filter(({ value }) => value !== '');
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = given.find((one) => one.place === 'path' && one.name === name)?.value ?? '';
    if (value === '' || /^\.{1,2}$/.test(value)) throw new Error(`Enter a value for ${name}.`);
    return encodeURIComponent(value);
  });
  const query = given.filter(({ place }) => place === 'query');
  const search = new URLSearchParams(query.map(({ name, value }) => [name, value]));
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** The beginning of the answer, until it is long or takes long. */
async function readText({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const timer = setTimeout(() => void reader.cancel(), LONGEST_MILLISECONDS);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MOST_CHARACTERS) {
      await reader.cancel();
      return `${text.slice(0, MOST_CHARACTERS)}\n…`;
    }
  }
  clearTimeout(timer);
  return text;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
