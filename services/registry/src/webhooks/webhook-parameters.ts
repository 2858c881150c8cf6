import { type Parameter, pageKeys } from '@app-platform/http-api';

export const webhookIdParameter: Parameter = {
  name: 'id',
  in: 'path',
  description: "The webhook's id.",
  schema: { type: 'string', pattern: pageKeys.uuid.source },
};

export const deliveryIdParameter: Parameter = {
  name: 'deliveryId',
  in: 'path',
  description: "The delivery's id.",
  schema: { type: 'string', pattern: pageKeys.number.source },
};
