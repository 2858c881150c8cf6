import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { AttributeName, AttributeStore } from './attribute-store.ts';

export type AttributeStores = {
  attributes: AttributeStore;
  attributeSettings: AttributeSettingStore;
};

/** An organization's decision about an attribute. */
export type AttributeSetting = {
  /** In place of the app's; null for that. */
  displayName: string | null;
  active: boolean;
};

/** An app that an organization registered or installed. */
export type AttributeApp = { name: string; identifier: string; isInstalled: boolean };

const settingColumns = 'display_name AS "displayName", active';
const settingRow = { displayName: 'text?', active: 'bool' } as const;

const LIST_SETTINGS = defineStatement({
  name: 'list-attribute-settings',
  text: `
    SELECT klass, name, ${settingColumns} FROM attribute_setting
    WHERE organization_id = $1 AND klass = coalesce($2, klass)`,
  parameters: { organizationId: 'text', klass: 'text?' },
  row: { klass: 'text', name: 'text', ...settingRow },
});

const FIND_SETTING = defineStatement({
  name: 'find-attribute-setting',
  text: `
    SELECT ${settingColumns} FROM attribute_setting
    WHERE organization_id = $1 AND klass = $2 AND name = $3`,
  parameters: { organizationId: 'text', klass: 'text', name: 'text' },
  row: settingRow,
});

const PUT_SETTING = defineStatement({
  name: 'put-attribute-setting',
  text: `
    INSERT INTO attribute_setting (organization_id, klass, name, display_name, active)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (organization_id, klass, name) DO UPDATE
    SET display_name = EXCLUDED.display_name, active = EXCLUDED.active`,
  parameters: {
    organizationId: 'text',
    klass: 'text',
    name: 'text',
    displayName: 'text?',
    active: 'bool',
  },
  row: {},
});

const LIST_APPS = defineStatement({
  name: 'list-apps-of-attributes',
  text: `
    SELECT a.name, a.identifier, i.app_id IS NOT NULL AS "isInstalled"
    FROM app a LEFT JOIN installation i ON i.organization_id = $1 AND i.app_id = a.id
    WHERE a.organization_id = $1
    UNION ALL
    SELECT a.name, a.identifier, true
    FROM installation i JOIN app a ON a.id = i.app_id AND a.organization_id <> $1
    WHERE i.organization_id = $1`,
  parameters: { organizationId: 'text' },
  row: { name: 'text', identifier: 'text', isInstalled: 'bool' },
});

/** The settings of organizations for attributes, and the apps that have attributes. */
export class AttributeSettingStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** In any order. @param klass left out for all */
  list(organizationId: string, klass?: string): Promise<(AttributeName & AttributeSetting)[]> {
    return this.#statements.rows(LIST_SETTINGS, { organizationId, klass: klass ?? null });
  }

  async find(
    organizationId: string,
    attribute: AttributeName,
  ): Promise<AttributeSetting | undefined> {
    const [found] = await this.#statements.rows(FIND_SETTING, { organizationId, ...attribute });
    return found;
  }

  async put(
    organizationId: string,
    attribute: AttributeName,
    setting: AttributeSetting,
  ): Promise<void> {
    await this.#statements.rows(PUT_SETTING, { organizationId, ...attribute, ...setting });
  }

  /** In any order, each once. */
  listApps(organizationId: string): Promise<AttributeApp[]> {
    return this.#statements.rows(LIST_APPS, { organizationId });
  }
}
