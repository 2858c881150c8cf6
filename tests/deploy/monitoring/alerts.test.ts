import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments, stringify } from 'yaml';
import { deployFolder } from '../images/dockerfile.ts';
import type { KubernetesObject } from '../kubernetes/kubernetes-objects.ts';

type Group = { rules: { annotations?: { runbook_url: string } }[] };
type RuleObject = KubernetesObject & { spec: { groups: Group[] } };

const NO_PROMTOOL = 'This needs promtool, of the Debian package prometheus; .ci/run unpacks it.';
const monitoring = '../../components/monitoring';

let folder: string;
let ruleFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-platform-alerts-'));
  cpSync(join(deployFolder, 'kubernetes'), join(folder, 'kubernetes'), { recursive: true });
  ruleFile = join(folder, 'rules.yaml');
  writeFileSync(ruleFile, stringify(rulesOf({}).spec));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules of an overlay with the component. */
function rulesOf(settings: object): RuleObject {
  const overlay = join(folder, 'kubernetes/overlays/tried');
  mkdirSync(overlay, { recursive: true });
  const kustomization = { resources: ['../../base'], components: [monitoring], ...settings };
  writeFileSync(join(overlay, 'kustomization.yaml'), stringify(kustomization));
  const yaml = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
  const objects = parseAllDocuments(yaml).map((document): KubernetesObject => document.toJS());
  const rules = objects.find(({ kind }) => kind === 'PrometheusRule');
  expect(objects.filter(({ metadata }) => metadata?.name === 'monitoring')).toEqual([]);
  return rules as RuleObject;
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
