import { add, type Breakage, inOverlayWith, remove, set } from './breakage.ts';
import { networkBreakages } from './network-breakages.ts';

const POD = 'spec/template/spec';
const CONTAINER = `${POD}/containers/0`;
const PORT = { name: 'http', port: 4000, targetPort: 'http' };

/** For each rule, what it must find. */
export const breakages: Record<string, Breakage[]> = {
  ...networkBreakages,
  'both services have servers': [remove('Deployment oauth')],
  'every image has a tag of its own, and none is the latest': [
    set('Deployment registry', `${CONTAINER}/image`, 'app-platform/registry'),
    set('Deployment registry', `${CONTAINER}/image`, 'localhost:5000/app-platform/registry'),
    set('Job oauth-migration', `${CONTAINER}/image`, 'app-platform/oauth:latest'),
  ],
  'every container requests and limits processor and memory': [
    set('Deployment registry', `${CONTAINER}/resources/limits/memory`),
    set('Job oauth-migration', `${CONTAINER}/resources`),
  ],
  'the memory limit of servers leaves room beside the heap of Node.js': [
    set('Deployment registry', `${CONTAINER}/resources/limits/memory`, '384Mi'),
    set('Deployment oauth', `${CONTAINER}/resources/limits/memory`, '500M'),
  ],
  'servers are probed on their internal port: /livez to start and to live, /readyz to serve': [
    set('Deployment registry', `${CONTAINER}/startupProbe`),
    set('Deployment oauth', `${CONTAINER}/readinessProbe/httpGet/path`, '/livez'),
    set('Deployment oauth', `${CONTAINER}/livenessProbe/httpGet/path`, '/readyz'),
    set('Deployment oauth', `${CONTAINER}/livenessProbe/httpGet/port`, 'http'),
    set('Deployment oauth', `${CONTAINER}/ports/1/containerPort`, 4100),
  ],
  'servers name the ports that they are told to listen on': [
    set('Deployment registry', `${CONTAINER}/ports/0/name`),
    set('ConfigMap oauth', 'data/OAUTH_INTERNAL_PORT', '4102'),
  ],
  'servers have time to drain before they are killed': [
    set('Deployment registry', `${POD}/terminationGracePeriodSeconds`, 20),
    set('ConfigMap platform', 'data/DRAIN_MILLISECONDS', '500'),
    set('ConfigMap platform', 'data/DRAIN_MILLISECONDS'),
    set('ConfigMap platform', 'data/DRAIN_MILLISECONDS', '20000'),
  ],
  'a roll-out takes no server away before its successor is ready': [
    set('Deployment oauth', 'spec/strategy/rollingUpdate/maxUnavailable', 1),
    set('Deployment oauth', 'spec/strategy'),
    set('Deployment oauth', 'spec/minReadySeconds'),
  ],
  'servers are spread over zones and nodes': [
    set('Deployment oauth', `${POD}/topologySpreadConstraints/0/topologyKey`, 'zone'),
    set(
      'Deployment oauth',
      `${POD}/topologySpreadConstraints/1/labelSelector/matchLabels/app.kubernetes.io~1name`,
      'registry',
    ),
  ],
  'pods keep to the Pod Security profile "restricted"': [
    set('Deployment oauth', `${POD}/securityContext/runAsNonRoot`),
    set('Deployment oauth', `${POD}/securityContext/seccompProfile`),
    set('Deployment oauth', `${POD}/securityContext/sysctls`, [{ name: 'a', value: '1' }]),
    set('Deployment oauth', `${POD}/hostNetwork`, true),
    set('Deployment oauth', `${POD}/volumes`, [{ name: 'node', hostPath: { path: '/' } }]),
    set('Deployment oauth', `${CONTAINER}/securityContext/allowPrivilegeEscalation`),
    set('Deployment oauth', `${CONTAINER}/securityContext/privileged`, true),
    set('Deployment oauth', `${CONTAINER}/securityContext/capabilities/drop`, ['NET_RAW']),
    set('Deployment oauth', `${CONTAINER}/securityContext/capabilities/add`, ['SYS_TIME']),
    set('Deployment oauth', `${CONTAINER}/ports/0/hostPort`, 80),
    set('Job oauth-migration', `${CONTAINER}/securityContext`),
  ],
  'every container runs as a user with a number, and not as root': [
    set('Deployment oauth', `${POD}/securityContext/runAsUser`),
    set('Job registry-migration', `${CONTAINER}/securityContext/runAsUser`, 0),
  ],
  'root file systems are read-only': [
    set('Deployment oauth', `${CONTAINER}/securityContext/readOnlyRootFilesystem`),
    set('Deployment oauth', `${POD}/initContainers`, [{ name: 'prepare', image: 'a:1' }]),
  ],
  'no pod holds a token for the API server': [
    set('Deployment oauth', `${POD}/automountServiceAccountToken`),
    set('ServiceAccount oauth', 'automountServiceAccountToken'),
    set('Deployment oauth', `${POD}/volumes`, [
      { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
    ]),
  ],
  'where there is a private certificate authority, every pod of the platform trusts it':
    inOverlayWith('private-ca', [
      set('Deployment oauth', `${CONTAINER}/volumeMounts`),
      set('Deployment registry', `${POD}/volumes/0/configMap/name`, 'private-ca'),
      set('Job oauth-migration', `${CONTAINER}/volumeMounts/0/readOnly`),
      set('Job registry-migration', `${CONTAINER}/env/0/value`, '/etc/ca.crt'),
    ]),
  'Kubernetes sets no variables of its own': [
    set('Deployment oauth', `${POD}/enableServiceLinks`),
    set('Job oauth-migration', `${POD}/enableServiceLinks`, true),
  ],
  'the namespace refuses pods outside the profile, and holds everything': [
    set('Namespace app-platform', 'metadata/labels'),
    set('Service oauth', 'metadata/namespace', 'default'),
    remove('Namespace app-platform'),
  ],
  'workloads select their own pods, and no others': [
    set('Deployment oauth', 'spec/selector/matchLabels/app.kubernetes.io~1name', 'registry'),
    set('Deployment oauth', 'spec/selector/matchLabels/app.kubernetes.io~1component'),
  ],
  'each Service selects the pods of one workload that serves': [
    set('Service oauth', 'spec/selector/app.kubernetes.io~1name', 'oauth2'),
    set('Service oauth', 'spec/selector/app.kubernetes.io~1component'),
    set('Service oauth', 'spec/selector/app.kubernetes.io~1component', 'migration'),
  ],
  'the ports of Services have names, and go to named ports of their pods': [
    set('Service oauth', 'spec/ports/0/targetPort', 'web'),
    set('Service oauth', 'spec/ports/0/name'),
    set('Deployment oauth', `${CONTAINER}/ports/0/name`, 'web'),
  ],
  'public and internal ports have Services of their own': [
    remove('Service registry-internal'),
    set('Service registry-internal', 'spec/ports/1', PORT),
    set('Service oauth', 'spec/ports/0/port', 4101),
  ],
  'PodDisruptionBudgets are of servers, and let nodes be drained': [
    set('PodDisruptionBudget oauth', 'spec/selector/matchLabels/app.kubernetes.io~1name', 'oath'),
    set('PodDisruptionBudget oauth', 'spec/selector/matchLabels', {}),
    set('PodDisruptionBudget oauth', 'spec/maxUnavailable', 0),
  ],
  'whatever scales by itself is a Deployment that requests processor, gives no number, and has a budget':
    [
      set('HorizontalPodAutoscaler oauth', 'spec/scaleTargetRef/name', 'oath'),
      set('HorizontalPodAutoscaler oauth', 'spec/scaleTargetRef/kind', 'StatefulSet'),
      set('HorizontalPodAutoscaler oauth', 'spec/minReplicas', 1),
      set('Deployment oauth', 'spec/replicas', 3),
      set('Deployment oauth', `${CONTAINER}/resources/requests/cpu`),
      remove('PodDisruptionBudget oauth'),
    ],
  "all replicas together fit PostgreSQL's connections": [
    set('HorizontalPodAutoscaler oauth', 'spec/maxReplicas', 20),
    set('ConfigMap registry', 'data/REGISTRY_DATABASE_CONNECTIONS', '50'),
    set('ConfigMap registry', 'data/REGISTRY_DATABASE_CONNECTIONS'),
  ],
  'every variable is one that the service reads': [
    set('ConfigMap oauth', 'data/OAUTH_ADDRESS', '0.0.0.0'),
    set('Deployment registry', `${CONTAINER}/env/0/name`, 'DATABASE_URL'),
  ],
  'every variable that the service requires is given': [
    set('ConfigMap platform', 'data/BASE_URL'),
    set('Deployment registry', `${CONTAINER}/env`, []),
  ],
  'the service starts with these variables, in production mode': [
    set('ConfigMap platform', 'data/NODE_ENV', 'development'),
    set('ConfigMap platform', 'data/OAUTH_URL', 'http://oauth.example.com'),
    set('ConfigMap oauth', 'data/OAUTH_PORT', 'http'),
    set('ConfigMap registry', 'data/OAUTH_INTERNAL_URL'),
    set('ConfigMap oauth', 'data/UPSTREAM_ISSUER'),
    ...inOverlayWith('redis-sentinel', [
      set('Deployment oauth', `${CONTAINER}/env/1/name`, 'REDIS_NAME'),
    ]),
    ...inOverlayWith('mail', [set('ConfigMap oauth', 'data/MAIL_FROM')]),
  ],
  'a migration starts with the database address of the role that owns the tables, and has nothing else':
    [
      set('Job oauth-migration', `${CONTAINER}/env/0/valueFrom/secretKeyRef/name`, 'oauth'),
      set('Job oauth-migration', `${CONTAINER}/env/0/name`, 'REGISTRY_DATABASE_URL'),
      set('Job oauth-migration', `${CONTAINER}/env/1`, { name: 'SERVICE_TOKEN', value: '' }),
      set('Job oauth-migration', `${CONTAINER}/envFrom`, [{ secretRef: { name: 'oauth' } }]),
      set('Job oauth-migration', `${CONTAINER}/env`, []),
    ],
  'servers listen on all addresses of both families, and call each other by Services that there are':
    [
      set('ConfigMap registry', 'data/REGISTRY_HOST'),
      set('ConfigMap registry', 'data/REGISTRY_HOST', '0.0.0.0'),
      set('ConfigMap registry', 'data/OAUTH_INTERNAL_URL', 'http://oauth:4001'),
      remove('Service oauth-internal'),
    ],
  'no Secret is written, and what is secret comes from one': [
    add({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'oauth' }, data: {} }),
    set('ConfigMap platform', 'data/SERVICE_TOKEN', 'a'),
    set('Deployment registry', `${CONTAINER}/env/0`, { name: 'REDIS_URL', value: 'redis://a:b@c' }),
  ],
  'every key of a Secret that is asked for is in the guide': [
    set('Deployment oauth', `${CONTAINER}/env/0/valueFrom/secretKeyRef/key`, 'URL'),
    set('Job oauth-migration', `${CONTAINER}/env/0/valueFrom/secretKeyRef/name`, 'database'),
  ],
  'the ConfigMaps and ServiceAccounts that pods ask for are there': [
    remove('ServiceAccount oauth'),
    set('Deployment oauth', `${CONTAINER}/envFrom/0/configMapRef/name`, 'platform'),
    set('Deployment oauth', `${POD}/volumes`, [{ name: 'a', configMap: { name: 'a' } }]),
  ],
  'the same image migrates the database of each service': [
    remove('Job registry-migration'),
    set('Job registry-migration', `${CONTAINER}/image`, 'app-platform/registry:0.0.9'),
    set('Job registry-migration', `${CONTAINER}/command`),
    set('Job registry-migration', `${CONTAINER}/image`, 'app-platform/oauth:development'),
  ],
  'a selector parts servers from what comes before them': [
    set('Deployment oauth', 'metadata/labels/app.kubernetes.io~1component'),
    set('NetworkPolicy oauth', 'metadata/labels/app.kubernetes.io~1component', 'server'),
    set('Job oauth-migration', 'metadata/labels/app.kubernetes.io~1component', 'server'),
    set('HorizontalPodAutoscaler oauth', 'metadata/labels/app.kubernetes.io~1component'),
  ],
  "migrations and the operator's Job can be told from other Jobs by their label": [
    set('Job oauth-migration', 'metadata/labels/app.kubernetes.io~1component'),
    set('Job oauth-migration', 'metadata/labels/app.kubernetes.io~1component', 'operator'),
    set('Job platform-file', 'metadata/labels/app.kubernetes.io~1component', 'migration'),
  ],
  "the operator's Job runs anew after each roll-out": [
    set('Job platform-file', 'metadata/annotations/argocd.argoproj.io~1hook', 'Sync'),
    set('Job platform-file', 'metadata/annotations/argocd.argoproj.io~1hook-delete-policy'),
    set('Job platform-file', 'metadata/annotations/kustomize.toolkit.fluxcd.io~1force'),
  ],
  'Argo CD and Flux never delete the Namespace or what makes Secrets': [
    set('Namespace app-platform', 'metadata/annotations/argocd.argoproj.io~1sync-options'),
    set('Namespace app-platform', 'metadata/annotations/kustomize.toolkit.fluxcd.io~1prune'),
    set(
      'ExternalSecret oauth',
      'metadata/annotations/argocd.argoproj.io~1sync-options',
      'Prune=false',
    ),
    add({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'oauth' } }),
  ],
  'where an external store has the Secrets, it has every one that the services read': [
    remove('ExternalSecret oauth-migrator'),
    set('ExternalSecret platform', 'spec/target/creationPolicy', 'Owner'),
    set('ExternalSecret platform', 'spec/target/deletionPolicy', 'Delete'),
  ],
  'Services have an address of each family that the cluster has': [
    set('Service oauth', 'spec/ipFamilyPolicy'),
    set('Service registry-internal', 'spec/ipFamilyPolicy', 'SingleStack'),
  ],
  'Argo CD and Flux run each migration anew, after what it needs and before the servers': [
    set('Job oauth-migration', 'metadata/annotations/argocd.argoproj.io~1hook'),
    set('Job oauth-migration', 'metadata/annotations/argocd.argoproj.io~1hook-delete-policy'),
    set('Job oauth-migration', 'metadata/annotations/kustomize.toolkit.fluxcd.io~1force'),
    set('Job oauth-migration', 'metadata/annotations/argocd.argoproj.io~1sync-wave'),
    set('NetworkPolicy dns', 'metadata/annotations'),
    set('ExternalSecret oauth-migrator', 'metadata/annotations/argocd.argoproj.io~1sync-wave'),
    ...inOverlayWith('private-ca', [set('ConfigMap private-ca', 'metadata/annotations')]),
    set('ServiceAccount oauth', 'metadata/annotations'),
  ],
};
