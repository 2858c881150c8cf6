import { describe, expect, it } from '@jest/globals';
import { ReadReplicas } from './read-replicas.ts';
import type { Statements } from './statement.ts';

/** A server that answers when the test lets it, with the position that it has by then. */
class Server {
  position = 0n;
  #held: (() => void)[] | undefined;

  readonly description = 'a server';
  readonly statements: Statements = {
    rows: async <Row>() => {
      const { position } = this;
      if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
      return [{ position }] as Row[] as never;
    },
  };

  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const resolve of held) resolve();
  }
}

/** A primary and a replica that has everything, which is read. */
async function following() {
  const primary = new Server();
  const replica = new Server();
  const replicas = new ReadReplicas({
    primary,
    replicas: [replica],
    readerOn: (statements) => (statements === primary.statements ? 'primary' : 'replica'),
    now: () => 0,
  });
  await replicas.poll();
  await Promise.resolve();
  expect(replicas.reading('acme')).toBe('replica');
  return { primary, replica, replicas };
}

describe.each([
  ['of the organization', 'acme'],
  ['of the operator', undefined],
])('a write %s', (_whose, organizationId) => {
  it('is read on the primary until the replica has replayed it', async () => {
    const { primary, replica, replicas } = await following();
    primary.position = 5n;
    replicas.noteWrite(organizationId);
    expect(replicas.reading('acme')).toBe('primary');
    await replicas.poll();
    expect(replicas.reading('acme')).toBe('primary');
    replica.position = 5n;
    await replicas.poll();
    await Promise.resolve();
    expect(replicas.reading('acme')).toBe('replica');
  });

  it('that is made while the position before it is asked for is not lost', async () => {
    const { primary, replica, replicas } = await following();
    replicas.noteWrite(organizationId);
    primary.hold();
    const polling = replicas.poll();
    primary.position = 5n;
    replicas.noteWrite(organizationId);
    primary.release();
    await polling;
    expect(replicas.reading('acme')).toBe('primary');
    await replicas.poll();
    await Promise.resolve();
    expect(replicas.reading('acme')).toBe('primary');
    replica.position = 5n;
    await replicas.poll();
    await Promise.resolve();
    expect(replicas.reading('acme')).toBe('replica');
  });
});

it('a write of one organization leaves the others on the replica', async () => {
  const { replicas } = await following();
  replicas.noteWrite('acme');
  expect([replicas.reading('acme'), replicas.reading('beta')]).toEqual(['primary', 'replica']);
});
