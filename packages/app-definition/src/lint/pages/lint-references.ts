import type { RulePages } from './rule-page.ts';

/** The pages of rules about parts of a definition that name each other. */
export const referencePages: RulePages = {
  'unused-action': {
    why: 'An action that no workflow runs is often the rest of a renamed one. Excuse the rule if workflows of other apps run it. An app without workflows is not checked.',
    wrong: {
      actions: [{ name: 'find_order' }, { name: 'lookup_order' }],
      workflows: [{ steps: [{ action: 'lookup_order' }] }],
    },
    right: {
      actions: [{ name: 'lookup_order' }],
      workflows: [{ steps: [{ action: 'lookup_order' }] }],
    },
  },
  'unknown-step': {
    why: 'The workflow cannot continue at a step that does not exist, and its result is empty. A step is named by its `id`, its `name`, its key, or its position from 1.',
    wrong: {
      workflows: [
        {
          steps: [
            { id: 'order', action: 'platform.find' },
            { id: 'reply', action: 'platform.send', params: { text: '{{steps.orders.number}}' } },
          ],
        },
      ],
    },
    right: {
      workflows: [
        {
          steps: [
            { id: 'order', action: 'platform.find' },
            { id: 'reply', action: 'platform.send', params: { text: '{{steps.order.number}}' } },
          ],
        },
      ],
    },
  },
  'unused-step': {
    why: 'Steps run in order unless they name their successors with `next` or `transitions`. Then a step that nothing names never runs.',
    wrong: {
      workflows: [
        {
          steps: {
            order: { action: 'platform.find', next: 'reply' },
            reply: { action: 'platform.send' },
            close: { action: 'platform.close' },
          },
        },
      ],
    },
    right: {
      workflows: [
        {
          steps: {
            order: { action: 'platform.find', next: 'reply' },
            reply: { action: 'platform.send', next: 'close' },
            close: { action: 'platform.close' },
          },
        },
      ],
    },
  },
  'unused-setting': {
    why: 'Administrators enter a value that nothing reads. Excuse the rule if your own server reads the setting.',
    wrong: { settings: { shop: { region: { type: 'string' } } } },
    right: {
      commands: [{ url: 'https://{{settings.shop.region}}.order-tracker.test/refunds' }],
      settings: { shop: { region: { type: 'string' } } },
    },
  },
  'unused-translation': {
    why: 'A key that nothing uses is often the rest of a renamed one, and translators work for nothing.',
    wrong: { i18n: { en_us: { 'orders.title': 'Orders' } } },
    right: {
      i18n: { en_us: { 'orders.title': 'Orders' } },
      widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
    },
  },
  'unused-custom-object': {
    why: 'Users never see an object that no view, trigger or workflow names. Excuse the rule if your own server writes and reads it.',
    wrong: { klasses: [{ name: 'order' }] },
    right: {
      klasses: [{ name: 'order' }],
      triggers: [{ eventName: 'kobject.order.create' }],
    },
  },
  'missing-webhook-url': {
    why: 'The product has nothing to call or to show.',
    wrong: { outboundWebhooks: [{ name: 'updates', events: ['customer.update'] }] },
    right: {
      outboundWebhooks: [
        {
          name: 'updates',
          url: 'https://api.order-tracker.test/webhooks',
          events: ['customer.update'],
        },
      ],
    },
  },
  'lint-excuse': {
    why: 'An excuse in `meta.lint` names a warning and says why it does not hold for this app. An unknown name or an empty reason excuses nothing, and errors cannot be excused.',
    wrong: { meta: { lint: { 'unused-setting': '' } } },
    right: { meta: { lint: { 'unused-setting': 'Our server reads the settings.' } } },
  },
};
