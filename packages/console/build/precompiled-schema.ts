import { appDefinitionSchema } from '@app-platform/app-definition';
import { schemaCompiler } from '@app-platform/app-definition/schema-check';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';

// Two ways of resolving modules see two types of this CommonJS module.
const standaloneCode = standalone as unknown as (ajv: object, validate: object) => string;

const REPLACED = '/app-definition/src/schema/schema-check.ts';

/**
 * Compiles the definition's schema at build time: Ajv makes functions of text, which the console's policy
 * forbids.
 */
export function precompiledSchema(): Plugin {
  return {
    name: 'precompiled-schema',
    load: (id) => (id.endsWith(REPLACED) ? precompiledModule() : null),
  };
}

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
