import { expect, it } from 'vitest';
import { noDefinitions } from './definitions.ts';
import { createDefinitionStore } from './store.ts';

it('still compiles what a replaced screen checks by, and nothing that no screen ever named', async () => {
  const store = createDefinitionStore((schema) => JSON.stringify(schema));
  const schema = { type: 'object', required: ['address'] };
  store.replace({ ...noDefinitions, validators: new Map([['before', schema]]) });
  store.replace({ ...noDefinitions, validators: new Map([['after', { type: 'object' }]]) });
  expect(await store.validatorModule('before')).toBe(JSON.stringify(schema));
  expect(await store.validatorModule('after')).toBe('{"type":"object"}');
  expect(await store.validatorModule('never')).toBeNull();
});
