import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';
import { type Selector, selectorsOf } from './expressions.ts';
import { type Family, scrape } from './prometheus-text.ts';

type Alert = { alert: string; expr: string; annotations: Record<string, string> };
type Recording = { record: string; expr: string };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const folder = join(repositoryFolder, 'deploy/kubernetes/components/monitoring');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const rules: (Alert | Recording)[] = parse(read('prometheus-rule.yaml')).spec.groups.flatMap(
  (group: { rules: (Alert | Recording)[] }) => group.rules,
);
const alerts = rules.filter((rule) => 'alert' in rule);
const recordings = rules.filter((rule) => 'record' in rule);
const dashboard: Dashboard = JSON.parse(read('dashboard.json'));

const expressions: [name: string, expression: string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...recordings.map(({ record, expr }): [string, string] => [record, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
];

/** What Prometheus adds: of the target, and of the ServiceMonitor. */
const targetLabels = ['job', 'instance', 'platform', 'le'];

/** What Prometheus, kube-state-metrics and the kubelet make, with the labels that are asked for. */
const othersMetrics: Record<string, string[]> = {
  up: ['platform', 'job'],
  kube_horizontalpodautoscaler_status_desired_replicas: ['horizontalpodautoscaler'],
  kube_horizontalpodautoscaler_spec_max_replicas: ['horizontalpodautoscaler'],
  kube_job_failed: ['job_name', 'condition'],
  kube_pod_container_resource_limits: ['container', 'resource'],
  kube_cronjob_status_last_successful_time: ['cronjob'],
  kube_cronjob_created: ['cronjob'],
  container_memory_working_set_bytes: ['container'],
};
/** Not there on embedded storage. */
const ofServers = [
  'database_pool_connections',
  'database_replica_lag_seconds',
  'redis_up',
  'redis_command_failures_total',
];

let platform: PlatformProcesses;
let families: Map<string, Family>;

beforeAll(async () => {
  platform = await startPlatformProcesses();
  await authorizedApp(platform);
  const both = [platform.registryInternalUrl, platform.oauthInternalUrl];
  const [registry = [], oauth = []] = await Promise.all(both.map(scrape));
  families = new Map([...oauth, ...registry]);
  for (const [name, { samples }] of oauth) families.get(name)?.samples.push(...samples);
});
afterAll(() => platform.close());

function familyOf(metric: string): Family | undefined {
  return families.get(metric) ?? families.get(metric.replace(/_(bucket|sum|count)$/, ''));
}

/** Whether a scrape has what is selected: the metric, its labels and, where all are known, values. */
function expectFound({ metric, matchers }: Selector): void {
  const family = familyOf(metric);
  if (!family && ofServers.includes(metric)) return;
  expect([metric, family?.type]).toEqual([metric, expect.any(String)]);
  const samples = family?.samples ?? [];
  if (samples.length === 0) expect(ofServers).toContain(metric);
  const known = [...targetLabels, ...samples.flatMap(({ labels }) => Object.keys(labels))];
  const values = samples.flatMap(({ labels }) => Object.values(labels));
  for (const asked of samples.length === 0 ? [] : matchers) {
    expect(known).toContain(asked.label);
    // Outcomes are counted from zero on, so that all of them are there.
    if (metric.startsWith('oauth_')) {
      expect(values).toEqual(expect.arrayContaining(asked.values));
    }
  }
}

describe('what alerts and the dashboard ask for', () => {
  it.each(expressions)('is there: %s', (_name, expression) => {
    const selectors = selectorsOf(expression);
    expect(selectors.length).toBeGreaterThan(0);
    for (const one of selectors) {
      const labels = othersMetrics[one.metric];
      if (recordings.some(({ record }) => record === one.metric)) continue;
      if (labels)
        expect(labels).toEqual(expect.arrayContaining(one.matchers.map(({ label }) => label)));
      else expectFound(one);
    }
  });
});

describe('an alert', () => {
  it.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s has its runbook',
    (alert, rule) => {
      const page = `docs/runbooks/${alert.replaceAll(/\B[A-Z]/g, '-$&').toLowerCase()}.md`;
      expect(rule.annotations).toMatchObject({
        summary: expect.stringMatching(/\.$/),
        runbook_url: page.replace('docs/runbooks/', 'RUNBOOKS_URL/'),
      });
      expect(existsSync(join(repositoryFolder, page))).toBe(true);
      expect(readFileSync(join(repositoryFolder, page), 'utf8')).toMatch(
        new RegExp(
          `^# ${alert}\n\n\\*\\*What it means\\.\\*\\* [^]+\n\n\\*\\*Look at\\*\\*\n\n- [^]+\n\n\\*\\*Do\\*\\*\n\n- `,
        ),
      );
    },
  );
});

describe('the component', () => {
  it('asks for metrics where the services answer with them', () => {
    const { spec } = parse(read('service-monitor.yaml'));
    expect(spec.endpoints).toEqual([
      expect.objectContaining({
        port: 'internal',
        path: '/metrics',
        relabelings: [{ targetLabel: 'platform', replacement: 'app-platform' }],
      }),
    ]);
    expect(spec.selector.matchExpressions).toEqual([
      { key: 'app.kubernetes.io/name', operator: 'In', values: ['registry', 'oauth'] },
    ]);
  });

  it('names files that are there', () => {
    const { resources, configMapGenerator } = parse(read('kustomization.yaml'));
    const files = configMapGenerator.flatMap((one: { files: string[] }) => one.files);
    for (const file of [...resources, ...files]) expect(existsSync(join(folder, file))).toBe(true);
  });

  it('has every metric of the platform told apart from those of others', () => {
    for (const [name, expression] of expressions) {
      for (const { metric, matchers } of selectorsOf(expression)) {
        if (/^(registry|oauth)_|^(kube|container)_/.test(metric)) continue;
        const platforms = matchers.filter(({ label }) => label === 'platform');
        expect([name, metric, platforms]).toEqual([
          name,
          metric,
          [{ label: 'platform', values: ['app-platform'] }],
        ]);
      }
    }
  });
});
