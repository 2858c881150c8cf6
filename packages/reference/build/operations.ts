import type { ApiDocument, Operation } from '../src/markdown/api-markdown.ts';
import type { Site } from '../src/pages/documents.ts';

export type ServiceName = Site['references'][number];

export const serviceTitles: Record<ServiceName, string> = {
  registry: 'Registry API',
  oauth: 'OAuth API',
};

export type DescribedOperation = {
  service: ServiceName;
  method: string;
  path: string;
  operation: Operation;
  /** The path of its page. */
  page: string;
};

/** Every operation of a document, in its order. */
export function operationsOf(service: ServiceName, { paths }: ApiDocument): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const page = `/docs/${service}/${operation.operationId}`;
      return { service, method, path, operation, page };
    }),
  );
}
