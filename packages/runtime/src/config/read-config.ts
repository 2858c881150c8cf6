import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';

/**
 * Reads a service's configuration from environment variables.
 * @param schema one property per variable, with its type, bounds and default
 * @param environment usually `process.env`; an empty variable counts as absent
 * @param unsafe returns faults of combinations, and values that production forbids; called only when
 *   each variable is valid by itself
 * @throws ConfigError that names every invalid variable, else every fault of `unsafe`. It contains
 *   no value, which may be a secret
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
    formats: { url: (text: string) => URL.canParse(text) },
  });
  const validate = ajv.compile<T>(schema);
  const faults = validate(values) ? unsafe(values) : (validate.errors ?? []).map(describeFault);
  if (faults.length > 0) throw new ConfigError(faults);
  return values as T;
}

/** The variables of a schema: all names, the required ones, and the defaults of the others. */
export function variablesOf<T>(schema: JSONSchemaType<T>) {
  const properties: Record<string, { default?: string | number | boolean }> = schema.properties;
  return {
    known: Object.keys(properties),
    required: schema.required as readonly string[],
    defaults: new Map(Object.entries(properties).map(([name, one]) => [name, one.default])),
  };
}

/** All faults of a configuration. */
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
