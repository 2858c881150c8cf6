import { nameSkeleton } from '@app-platform/app-definition';
import type { ReservedName } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

const ANY_END = '*';

/** The skeleton of a pattern, so that a reserved name covers the names that look like it. */
export function patternSkeleton(pattern: string): string {
  if (!pattern.endsWith(ANY_END)) return nameSkeleton(pattern);
  return nameSkeleton(pattern.slice(0, -ANY_END.length)) + ANY_END;
}

/** The skeletons of all patterns that a name matches: the name itself, then its beginnings, longest first. */
export function matchingSkeletons(name: string): string[] {
  let skeleton = '';
  const beginnings: string[] = [];
  for (const character of name) {
    skeleton += nameSkeleton(character);
    beginnings.push(skeleton + ANY_END);
  }
  return [skeleton, ...beginnings.reverse()];
}

const row = { pattern: 'text', organizationId: 'text?' } as const;

const LIST_NAMES = defineStatement({
  name: 'list-reserved-names',
  text: 'SELECT pattern, organization_id AS "organizationId" FROM reserved_name ORDER BY pattern',
  parameters: {},
  row,
});

const FIND_NAME = defineStatement({
  name: 'find-reserved-name',
  text: `
    SELECT pattern, organization_id AS "organizationId" FROM reserved_name WHERE skeleton = $1`,
  parameters: { skeleton: 'text' },
  row,
});

const SAVE_NAME = defineStatement({
  name: 'save-reserved-name',
  text: `
    INSERT INTO reserved_name (skeleton, pattern, organization_id) VALUES ($1, $2, $3)
    ON CONFLICT (skeleton) DO UPDATE
    SET pattern = EXCLUDED.pattern, organization_id = EXCLUDED.organization_id`,
  parameters: { skeleton: 'text', pattern: 'text', organizationId: 'text?' },
  row: {},
});

const REMOVE_NAME = defineStatement({
  name: 'remove-reserved-name',
  text: `
    DELETE FROM reserved_name WHERE skeleton = $1
    RETURNING pattern, organization_id AS "organizationId"`,
  parameters: { skeleton: 'text' },
  row,
});

/** Names of public apps that the operator reserves. */
export class ReservedNameStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** By pattern. There are as many as the operator reserved. */
  list(): Promise<ReservedName[]> {
    return this.#statements.rows(LIST_NAMES, {});
  }

  async find(skeleton: string): Promise<ReservedName | undefined> {
    return (await this.#statements.rows(FIND_NAME, { skeleton }))[0];
  }

  /** Replaces a reservation with the same skeleton. */
  async save(skeleton: string, name: ReservedName): Promise<void> {
    await this.#statements.rows(SAVE_NAME, { skeleton, ...name });
  }

  /** @returns the reservation that ended, if there was one */
  async remove(skeleton: string): Promise<ReservedName | undefined> {
    return (await this.#statements.rows(REMOVE_NAME, { skeleton }))[0];
  }
}
