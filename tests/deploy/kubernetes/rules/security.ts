import type { IContainer } from 'kubernetes-models/v1/Container';
import { containersOf, ofKind, type Pods, podsOf } from '../kubernetes-objects.ts';
import { type Rule, unless } from './rule.ts';

/** The volumes of the profile: https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** The components of the platform that connect to servers with TLS. */
const TRUSTING = ['server', 'migration', 'operator', 'backup', 'retention'];
/** Where Node.js and PostgreSQL's programs read authorities from. */
const AUTHORITIES = ['NODE_EXTRA_CA_CERTS', 'PGSSLROOTCERT'];

export const securityRules: Rule[] = [
  {
    name: 'pods keep to the Pod Security profile "restricted"',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) => [
        ...podFaults(pods),
        ...containersOf(pods).flatMap((container) => containerFaults(pods, container)),
      ]),
  },
  {
    name: 'every container runs as a user with a number, and not as root',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ name, securityContext }) => {
          const user = securityContext?.runAsUser ?? pods.spec.securityContext?.runAsUser;
          return unless((user ?? 0) > 0, `${pods.owner}: ${name} runs as ${user}`);
        }),
      ),
  },
  {
    name: 'root file systems are read-only',
    faults: (objects) =>
      podsOf(objects).flatMap((pods) =>
        containersOf(pods).flatMap(({ name, securityContext }) =>
          unless(
            securityContext?.readOnlyRootFilesystem,
            `${pods.owner}: ${name} can write to its root file system`,
          ),
        ),
      ),
  },
  {
    name: 'no pod holds a token for the API server',
    faults: (objects) => [
      ...podsOf(objects).flatMap(({ owner, spec }) =>
        unless(spec.automountServiceAccountToken === false, `${owner} mounts a token`),
      ),
      ...podsOf(objects).flatMap(({ owner, spec }) =>
        (spec.volumes ?? []).flatMap(({ projected }) =>
          unless(
            !projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken),
            `${owner} projects a token`,
          ),
        ),
      ),
      ...ofKind(objects, 'ServiceAccount').flatMap(({ metadata, automountServiceAccountToken }) =>
        unless(
          automountServiceAccountToken === false,
          `ServiceAccount ${metadata?.name} gives its pods a token`,
        ),
      ),
    ],
  },
  {
    name: 'where there is a private certificate authority, every pod of the platform trusts it',
    faults: (objects) => {
      const authority = ofKind(objects, 'ConfigMap').find(({ data }) => data?.['ca.crt']);
      return (authority ? podsOf(objects) : [])
        .filter(({ labels }) => TRUSTING.includes(labels['app.kubernetes.io/component'] ?? ''))
        .flatMap((pods) =>
          containersOf(pods).flatMap(({ name, env, volumeMounts }) => {
            const volume = pods.spec.volumes?.find(
              ({ configMap }) => configMap?.name === authority?.metadata?.name,
            );
            const mount = volumeMounts?.find((candidate) => candidate.name === volume?.name);
            const file = env?.find((variable) => AUTHORITIES.includes(variable.name))?.value;
            return unless(
              mount?.readOnly === true && file === `${mount.mountPath}/ca.crt`,
              `${pods.owner}: ${name} does not read the authority`,
            );
          }),
        );
    },
  },
  {
    // A Service called `registry` would set REGISTRY_PORT to tcp://….
    name: 'Kubernetes sets no variables of its own',
    faults: (objects) =>
      podsOf(objects).flatMap(({ owner, spec }) =>
        unless(spec.enableServiceLinks === false, `${owner} gets a variable for each Service`),
      ),
  },
  {
    name: 'the namespace refuses pods outside the profile, and holds everything',
    faults: (objects) => {
      const [namespace, ...more] = ofKind(objects, 'Namespace');
      const name = namespace?.metadata?.name;
      const level = namespace?.metadata?.labels?.['pod-security.kubernetes.io/enforce'];
      return [
        ...unless(namespace && more.length === 0, 'there is not one Namespace'),
        ...unless(level === 'restricted', `Namespace ${name} enforces ${level}`),
        ...objects
          .filter(({ kind }) => kind !== 'Namespace')
          .flatMap(({ kind, metadata }) =>
            unless(metadata?.namespace === name, `${kind} ${metadata?.name} is not in ${name}`),
          ),
      ];
    },
  },
];

function podFaults({ owner, spec }: Pods): string[] {
  const context = spec.securityContext;
  return [
    ...unless(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, `${owner} shares with its node`),
    ...unless(!context?.sysctls?.length, `${owner} sets kernel parameters`),
    ...(spec.volumes ?? []).flatMap(({ name, ...source }) =>
      unless(
        Object.keys(source).every((kind) => VOLUMES.includes(kind)),
        `${owner}: volume ${name} is of a kind that the profile refuses`,
      ),
    ),
  ];
}

function containerFaults({ owner, spec }: Pods, container: IContainer): string[] {
  const { name, securityContext: own, ports = [] } = container;
  const seccomp = own?.seccompProfile?.type ?? spec.securityContext?.seccompProfile?.type;
  const fault = (text: string) => `${owner}: ${name} ${text}`;
  return [
    ...unless(own?.runAsNonRoot ?? spec.securityContext?.runAsNonRoot, fault('may run as root')),
    ...unless(own?.allowPrivilegeEscalation === false, fault('may gain privileges')),
    ...unless(!own?.privileged, fault('is privileged')),
    ...unless(own?.capabilities?.drop?.includes('ALL'), fault('keeps capabilities')),
    ...unless(!own?.capabilities?.add?.length, fault('adds capabilities')),
    ...unless(seccomp === 'RuntimeDefault', fault('runs without the seccomp profile')),
    ...unless(!ports.some(({ hostPort }) => hostPort), fault('listens on its node')),
  ];
}
