import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';

/**
 * Reads a service's configuration from environment variables.
 * @param schema one property per variable, with its type, bounds and default; the only list of them
 * @param environment usually `process.env`; an empty variable counts as absent
 * @param unsafe the faults that no single variable shows: combinations, and what production forbids;
 *   asked only where each variable is valid by itself, for it takes them as they then are
 * @throws Error that names every variable that is faulty by itself, else every fault that `unsafe`
 *   finds, and no value (it may be a secret)
 */
export function readConfig<T>(
  schema: JSONSchemaType<T>,
  environment: Record<string, string | undefined>,
  unsafe: (values: T) => string[] = () => [],
): T {
  const known = Object.keys(schema.properties);
  const values = Object.fromEntries(
    known.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    strict: true,
    meta: false,
    validateSchema: false,
    formats: { url: (text: string) => URL.canParse(text) },
    code: { optimize: false },
  });
  const validate = ajv.compile<T>(schema);
  const faults = validate(values) ? unsafe(values) : (validate.errors ?? []).map(describeFault);
  if (faults.length > 0) throw new ConfigError(faults);
  return values as T;
}

/** The names of the variables of a schema, those that are required, and what the others default to. */
export function variablesOf<T>(schema: JSONSchemaType<T>) {
  const properties: Record<string, { default?: string | number }> = schema.properties;
  return {
    known: Object.keys(properties),
    required: schema.required as readonly string[],
    defaults: new Map(Object.entries(properties).map(([name, one]) => [name, one.default])),
  };
}

/** Everything that is wrong with a configuration. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(faults: string[]) {
    super(['The configuration is not valid:', ...faults].join('\n  - '));
  }
}

function describeFault(error: ErrorObject): string {
  if (error.keyword === 'required') return `${error.params.missingProperty} is required`;
  return `${error.instancePath.slice(1)} ${error.message}`;
}
