import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Statement } from '@app-platform/runtime/database';

const DECLARATIONS = import.meta.resolve('@app-platform/runtime/database');

/**
 * The statements that modules declare, themselves or through what they import. A process of its own
 * loads them, since the modules of other tests declare statements too.
 * @param modules URLs
 */
export async function statementsOf(...modules: string[]): Promise<Statement[]> {
  const program = `
    for (const module of ${JSON.stringify(modules)}) await import(module);
    const { definedStatements } = await import(${JSON.stringify(DECLARATIONS)});
    console.log(JSON.stringify(definedStatements()));`;
  const options = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return JSON.parse(stdout);
}
