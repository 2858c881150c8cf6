import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { overlayOfGuide, settingsOfGuide } from './guide.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';

type Image = { name: string; newName?: string };

export type Rendering = { name: string; objects: KubernetesObject[] };

const folder = resolve(import.meta.dirname, '../../../deploy/kubernetes');

const NO_KUBECTL =
  'This needs kubectl 1.27 or newer: Debian 13 has it as the package kubernetes-client. Debian 12 has an older one; .ci/run says how to get that of Debian 13 there.';

/** The file that the settings of components/private-ca name. */
export const CERTIFICATE = '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n';

/** An overlay lists one of each pair, or none. */
const ALTERNATIVES = [
  ['redis-sentinel', 'redis-cluster'],
  ['cert-manager', 'gateway'],
];

/** The development overlay has a PostgreSQL of its own. */
const UNFIT: Record<string, string[]> = { development: ['cloudnative-pg'] };

/**
 * Every overlay. Ours, and that of the guide, also with all components that fit together, and the
 * production overlay with each component.
 */
export function renderings(): Rendering[] {
  const components = componentNames();
  const alone = foldersIn('overlays').map((overlay) => ({
    name: overlay,
    objects: render(join(folder, 'overlays', overlay)),
  }));
  const ours = ['development', 'production'].flatMap((overlay) => {
    const fitting = components.filter((component) => !UNFIT[overlay]?.includes(component));
    const each = overlay === 'production' ? fitting.map((component) => [component]) : [];
    return [...each, ...combinationsOf(fitting)].map((some) => withComponents(overlay, some));
  });
  const guide = combinationsOf(components).map((combination) => ({
    name: `the guide's overlay with ${combination.join(', ')}`,
    objects: renderGuide({ components: combination }),
  }));
  return [...alone, ...ours, { name: "the guide's overlay", objects: renderGuide() }, ...guide];
}

/** An overlay of a team on one of ours, with components. */
export function withComponents(overlay: string, components: string[]): Rendering {
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: kustomizationOf(`overlays/${overlay}`).namespace,
    resources: [`DEPLOY/overlays/${overlay}`],
    components: [
      ...components.map((component) => `DEPLOY/components/${component}`),
      `DEPLOY/overlays/${overlay}/images`,
    ],
    configMapGenerator: components.includes('private-ca')
      ? parse(settingsOfGuide()).configMapGenerator
      : [],
    transformers: ['DEPLOY/transformers/hosts'],
  };
  const objects = renderOverlay(stringify(kustomization));
  return { name: `${overlay} with ${components.join(', ')}`, objects };
}

/** What a folder of deploy/kubernetes declares. */
export function kustomizationOf(name: string) {
  return parse(readFileSync(join(folder, name, 'kustomization.yaml'), 'utf8'));
}

/** The overlay that the guide shows; with components, also with the settings that it shows for them. */
export function renderGuide({
  components = [],
  edit = (text: string) => text,
}: {
  /** Beside those that it has. */
  components?: string[];
  edit?(kustomization: string): string;
} = {}): KubernetesObject[] {
  const overlay = parse(overlayOfGuide('DEPLOY'));
  const settings = components.length > 0 ? parse(settingsOfGuide()) : {};
  const listed = components.map((component) => `DEPLOY/components/${component}`);
  const kustomization = {
    ...overlay,
    components: [...new Set([...overlay.components, ...listed])],
    configMapGenerator: [...overlay.configMapGenerator, ...(settings.configMapGenerator ?? [])],
    patches: [...overlay.patches, ...(settings.patches ?? [])],
    images: overlay.images.flatMap((image: Image) => [image, ...renamed(image)]),
  };
  return renderOverlay(edit(stringify(kustomization)));
}

/** The same image under the name that a program wrote into our overlay, if one did. */
function renamed(image: Image): Image[] {
  const written: Image[] = kustomizationOf('overlays/production/images').images;
  const { newName } = written.find(({ name }) => name === image.name) ?? {};
  return newName ? [{ ...image, name: newName }] : [];
}

/** Renders a kustomization in a folder elsewhere, where DEPLOY means deploy/kubernetes. */
function renderOverlay(kustomization: string): KubernetesObject[] {
  const parent = mkdtempSync(join(tmpdir(), 'overlay-'));
  try {
    const text = kustomization.replaceAll('DEPLOY', relative(parent, folder));
    writeFileSync(join(parent, 'kustomization.yaml'), text);
    writeFileSync(join(parent, 'ca.crt'), CERTIFICATE);
    return render(parent);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** Two, which together have every component. */
export function combinationsOf(components: string[]): string[][] {
  return [0, 1].map((chosen) =>
    components.filter((component) =>
      ALTERNATIVES.every((pair) => !pair.includes(component) || pair[chosen] === component),
    ),
  );
}

/** With those inside another component's folder. The last one changes Jobs of the others. */
export function componentNames(): string[] {
  const names = foldersIn('components').flatMap((name) => [
    name,
    ...foldersIn(join('components', name)).map((inner) => `${name}/${inner}`),
  ]);
  return [...names.filter((name) => name !== 'private-ca'), 'private-ca'];
}

function foldersIn(name: string): string[] {
  const parent = join(folder, name);
  const isKustomized = (entry: string) => existsSync(join(parent, entry, 'kustomization.yaml'));
  return readdirSync(parent).filter(isKustomized).sort();
}

/** Renders the kustomization of a folder. */
export function render(path: string): KubernetesObject[] {
  if (kustomizeMajor() < 5) throw new Error(NO_KUBECTL);
  const yaml = execFileSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  return parseAllDocuments(yaml).map((document) => document.toJS());
}

let major: number | undefined;

/** That of `kubectl kustomize`; 0 where there is no kubectl, or one that does not say. */
function kustomizeMajor(): number {
  major ??= readKustomizeMajor();
  return major;
}

function readKustomizeMajor(): number {
  try {
    const version = execFileSync('kubectl', ['version', '--client', '--output=json'], {
      encoding: 'utf8',
    });
    return Number(/"kustomizeVersion": "v(\d+)/.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
