import { describe, expect, it } from '@jest/globals';
import { type BodyContract, compileContracts, schemaContract } from './contract.ts';

describe('the contracts of routes', () => {
  it('are compiled ahead of the first body, each in a turn of its own', async () => {
    const order: string[] = [];
    const noting = (name: string): { body: BodyContract<unknown> } => {
      const parse = (value: unknown) => {
        order.push(name);
        return { ok: true as const, value };
      };
      return { body: { schema: {}, parse } };
    };
    const compiled = compileContracts([noting('first'), {}, noting('second')]);
    setImmediate(() => order.push('somebody else'));
    await compiled;
    expect(order).toEqual(['first', 'somebody else', 'second']);
  });

  it('whose schema is wrong are told, and not found by a request', async () => {
    const routes = [{ body: schemaContract({ type: 'nonsense' }) }];
    await expect(compileContracts(routes)).rejects.toThrow('nonsense');
  });
});
