import standalone from 'ajv/dist/standalone/index.js';
import { appDefinitionSchema } from '../src/schema/app-definition-schema.ts';
import { schemaCompiler } from '../src/schema/schema-check.ts';

// Two ways of resolving modules see two types of this CommonJS module.
const standaloneCode = standalone as unknown as (ajv: object, validate: object) => string;

/** The path of the module that bundlers replace. */
export const compilingModule = /[\\/]app-definition[\\/]src[\\/]schema[\\/]schema-check\.ts$/;

/** @returns the code of a module in place of `schema-check.ts`, with the same check and the same errors */
export function precompiledModule(): string {
  const ajv = schemaCompiler({ source: true, esm: true });
  const code = standaloneCode(ajv, ajv.compile(appDefinitionSchema));
  return `${withImports(code)}
/* @__NO_SIDE_EFFECTS__ */
export function compileOnFirstUse(schema) {
  return (value) => {
    if (schema.$id !== schema0.$id) throw new Error('The build compiles the schema of definitions.');
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    validate.errors = null;
    return errors;
  };
}`;
}

/** Ajv leaves `require` in its modules. */
function withImports(code: string): string {
  const imports: string[] = [];
  const withNames = code.replaceAll(/require\("([^"]+)"\)/g, (_call, name) => {
    const imported = `imported${imports.length}`;
    imports.push(`import ${imported} from '${name}.js';`);
    return imported;
  });
  return [...imports, withNames].join('\n');
}
