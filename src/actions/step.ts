import type { LinkedAction } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ActExtra, ActOutcome, Failure } from '#src/render/block-props.ts';

/** What a step sees of the event that started it. */
export type StepExtra = ActExtra & { readonly answer?: unknown; readonly failure?: Failure };

export const done = (value: unknown = null): ActOutcome => ({ done: true, value });

/** The plan ends here without a complaint: the person said no, or was told already. */
export const stopped: ActOutcome = { done: false, failure: null };

/** A failure that no server sent. */
export function refusal(message: string): Failure {
  return { status: 0, code: 'action', message, reference: null, errors: [], details: {} };
}

export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

export function stepsOf(value: unknown): readonly LinkedAction[] {
  return Array.isArray(value) ? value.filter(isStep) : [];
}

function isStep(value: unknown): value is LinkedAction {
  return isJsonObject(value) && typeof value.type === 'string';
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** An object of the definition, or none where it says nothing. */
export function objectOf(value: unknown): { readonly [key: string]: unknown } | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** A property that came out empty although the step needs it. */
export function emptiness(what: string, property: string): Failure {
  return refusal(`This step cannot run: ${what} is empty. Check "${property}" in the definition.`);
}
