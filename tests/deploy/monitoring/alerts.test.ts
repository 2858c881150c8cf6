import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import type { KubernetesObject } from '../kubernetes/kubernetes-objects.ts';
import { renderWithComponent } from '../kubernetes/render-with-component.ts';

type Group = { rules: { annotations?: { runbook_url: string } }[] };
type RuleObject = KubernetesObject & { spec: { groups: Group[] } };

const NO_PROMTOOL = 'This needs promtool, of the Debian package prometheus; .ci/run unpacks it.';

let folder: string;
let ruleFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-platform-alerts-'));
  ruleFile = join(folder, 'rules.yaml');
  writeFileSync(ruleFile, stringify(rulesOf({}).spec));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules of an overlay with the component. */
function rulesOf(settings: object): RuleObject {
  const objects = renderWithComponent('monitoring', settings);
  expect(objects.filter(({ metadata }) => metadata?.name === 'monitoring')).toEqual([]);
  return objects.find(({ kind }) => kind === 'PrometheusRule') as RuleObject;
}

function promtool(...parameters: string[]): string {
  try {
    return execFileSync('promtool', parameters, { encoding: 'utf8', cwd: folder });
  } catch (error) {
    const { code, stderr = '', stdout = '' } = error as Record<string, string>;
    throw new Error(code === 'ENOENT' ? NO_PROMTOOL : `${stdout}${stderr}`);
  }
}

describe('the rules', () => {
  it('are accepted by Prometheus', () => {
    expect(promtool('check', 'rules', ruleFile)).toContain('SUCCESS');
  });

  it('fire where they should, and nowhere else', () => {
    copyFileSync(join(import.meta.dirname, 'alerts.yaml'), join(folder, 'alerts.yaml'));
    expect(promtool('test', 'rules', 'alerts.yaml')).toContain('SUCCESS');
  });

  it('link the pages at the address that an overlay sets', () => {
    const address = 'https://git.example.com/app-platform/docs/runbooks';
    const literals = [`RUNBOOKS_URL=${address}`];
    const { spec } = rulesOf({
      configMapGenerator: [{ name: 'monitoring', behavior: 'merge', literals }],
    });
    const links = spec.groups.flatMap(({ rules }) =>
      rules.flatMap(({ annotations }) => annotations?.runbook_url ?? []),
    );
    expect(links.length).toBeGreaterThan(15);
    for (const link of links) expect(link).toMatch(new RegExp(`^${address}/[a-z-]+\\.md$`));
  });
});
