import { type KubernetesObject, type ObjectOf, ofKind } from '../kubernetes-objects.ts';
import { environmentOf, type ServiceContainer, servers, services } from '../services.ts';
import { type Rule, unless } from './rule.ts';

type HttpRoute = ObjectOf<'HTTPRoute'>;

export const publicAddressRules: Rule[] = [
  {
    name: 'each public address has an Ingress with TLS, or an HTTPRoute, to its public Service',
    faults: (objects) =>
      servers(objects).flatMap((server) => {
        const host = addressOf(objects, server)?.hostname;
        const ways = [
          ...ofKind(objects, 'Ingress').filter(({ spec }) => leadsTo(spec, host, server.service)),
          ...ofKind(objects, 'HTTPRoute').filter((route) => routes(route, host, server)),
        ];
        return unless(
          ways.length === 1,
          `${ways.length} ways lead from ${host} to ${server.service}`,
        );
      }),
  },
  {
    name: 'Ingresses lead to public Services alone, and have TLS',
    faults: (objects) =>
      ofKind(objects, 'Ingress').flatMap(({ metadata, spec }) => [
        ...unless(!spec?.defaultBackend, `Ingress ${metadata?.name} has a default`),
        ...(spec?.rules ?? []).flatMap(({ host, http }) => [
          ...unless(
            spec?.tls?.some(({ hosts, secretName }) => secretName && hosts?.includes(host ?? '')),
            `Ingress ${metadata?.name} has no certificate for ${host}`,
          ),
          ...(http?.paths ?? []).flatMap(({ backend }) =>
            unless(
              Object.keys(services).includes(backend.service?.name ?? '') &&
                backend.service?.port?.name === 'http',
              `Ingress ${metadata?.name} leads to ${backend.service?.name}`,
            ),
          ),
        ]),
      ]),
  },
  {
    name: 'HTTPRoutes lead to public Services alone, from a listener with TLS',
    faults: (objects) =>
      ofKind(objects, 'HTTPRoute').flatMap((route) =>
        (route.spec.rules ?? []).flatMap(({ backendRefs = [] }) =>
          backendRefs.flatMap(({ name, port }) => [
            ...unless(
              Object.entries(services).some(
                ([service, { publicPort }]) => service === name && publicPort === port,
              ),
              `HTTPRoute ${route.metadata?.name} leads to ${name}:${port}`,
            ),
            ...unless(isOn(route, 'https'), `HTTPRoute ${route.metadata?.name} accepts plain HTTP`),
          ]),
        ),
      ),
  },
  {
    name: 'where there are HTTPRoutes, plain HTTP is redirected to the public addresses',
    faults: (objects) => {
      const [redirect] = ofKind(objects, 'HTTPRoute').filter((route) => isOn(route, 'http'));
      if (ofKind(objects, 'HTTPRoute').length === 0) return [];
      const to = redirect?.spec.rules?.[0]?.filters?.[0]?.requestRedirect;
      return servers(objects).flatMap((server) => {
        const url = addressOf(objects, server);
        return unless(
          redirect?.spec.hostnames?.includes(url?.hostname ?? '') &&
            to?.scheme === 'https' &&
            (to.port ?? 443) === Number(url?.port || 443),
          `plain HTTP is not redirected to ${url?.origin}`,
        );
      });
    },
  },
];

function addressOf(objects: KubernetesObject[], server: ServiceContainer): URL | null {
  const variable = services[server.service].addressVariable;
  return URL.parse(environmentOf(objects, server).values.get(variable) ?? '');
}

function leadsTo(
  spec: ObjectOf<'Ingress'>['spec'],
  host: string | undefined,
  service: string,
): boolean {
  const rule = spec?.rules?.find((candidate) => candidate.host === host);
  return (
    rule?.http?.paths.some(
      ({ path, backend }) => path === '/' && backend.service?.name === service,
    ) === true && spec?.tls?.some(({ hosts }) => hosts?.includes(host ?? '')) === true
  );
}

function routes(route: HttpRoute, host: string | undefined, { service }: ServiceContainer) {
  return (
    route.spec.hostnames?.includes(host ?? '') &&
    route.spec.rules?.some(
      ({ matches, backendRefs }) =>
        matches?.[0]?.path?.value === '/' && backendRefs?.some(({ name }) => name === service),
    )
  );
}

function isOn({ spec }: HttpRoute, listener: 'http' | 'https'): boolean {
  const parents = spec.parentRefs ?? [];
  return parents.length > 0 && parents.every(({ sectionName }) => sectionName === listener);
}
