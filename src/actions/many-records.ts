import { isJsonObject } from '#src/core/values.ts';
import type { ActionPorts, ActionRunner } from '#src/render/action-runner.ts';
import type { ManyAsked, ManyInput } from '#src/render/many-records.ts';
import { done, refusal, stepsOf, stopped } from './step.ts';

function isAsked(value: unknown): value is ManyAsked {
  return isJsonObject(value) && typeof value.list === 'string' && Array.isArray(value.inputs);
}

/** The records that a step is about: the one that it names, else the rows selected where it stands. */
function idsOf(record: unknown, selected: unknown): readonly number[] {
  const given = record === undefined || record === null || record === '' ? selected : [record];
  return (Array.isArray(given) ? given : []).map(Number).filter(Number.isSafeInteger);
}

/** What the step says that an input holds at first; else what the command says. */
function filled(input: ManyInput, given: unknown): ManyInput {
  const value = isJsonObject(given) ? given[input.id] : undefined;
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return plain && value !== '' ? { ...input, default: value } : input;
}

/** Opens the dialog that changes many records; the steps after it run once records were changed. */
export const manyRecords: ActionRunner = async (step, ports: ActionPorts, extra) => {
  if (!isAsked(step.asked)) throw refusal('This step was not linked. Check its definition.');
  const hash = step.found === undefined ? null : String(ports.resolve(step.found, extra) ?? '');
  const ids = idsOf(ports.resolve(step.record, extra), extra.form?.selected);
  const given = ports.resolve(step.params, extra);
  const inputs = step.asked.inputs.map((input) => filled(input, given));
  const changed = await ports.changeMany({ ...step.asked, inputs, ids, hash: hash === '' ? null : hash });
  if (!changed) return stopped;
  const then = stepsOf(step.then);
  return then.length === 0 ? done() : ports.run(then, extra);
};
