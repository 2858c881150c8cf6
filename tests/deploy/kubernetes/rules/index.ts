import { dependencyRules } from './dependencies.ts';
import { environmentRules } from './environment.ts';
import { networkRules } from './network.ts';
import { orderRules } from './order.ts';
import { publicAddressRules } from './public-addresses.ts';
import type { Rule } from './rule.ts';
import { securityRules } from './security.ts';
import { selectorRules } from './selectors.ts';
import { workloadRules } from './workloads.ts';

export const rules: Rule[] = [
  ...workloadRules,
  ...securityRules,
  ...selectorRules,
  ...publicAddressRules,
  ...networkRules,
  ...dependencyRules,
  ...environmentRules,
  ...orderRules,
];
