import { dayForms } from '#src/core/day-forms.ts';
import { isJsonObject } from '#src/core/values.ts';

/** One finding of a compiled validator. */
export interface ValidatorError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: { readonly [name: string]: unknown };
}

export function isValidatorError(value: unknown): value is ValidatorError {
  return isJsonObject(value) && typeof value.keyword === 'string' && typeof value.instancePath === 'string';
}

/** The steps of a JSON pointer: a field, or a field, the index of its line and the field of the line. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What is wrong with a field and what to do, for a person. */
export function messageOf(
  { keyword, params }: ValidatorError,
  { title, takes }: { readonly title: string; readonly takes?: string },
): string {
  const limit = String(params.limit ?? '');
  switch (keyword) {
    case 'minimum':
    case 'exclusiveMinimum':
      return `${title} must be ${limit} or more.`;
    case 'maximum':
    case 'exclusiveMaximum':
      return `${title} must be ${limit} or less.`;
    case 'minItems':
      return `${title} needs ${limit === '1' ? 'a line' : `${limit} lines or more`}. Add ${limit === '1' ? 'one' : 'some'}.`;
    case 'maxItems':
      return `${title} takes at most ${limit} lines. Remove some.`;
    case 'maxLength':
      return `${title} is too long. Use at most ${limit} characters.`;
    case 'minLength':
      return `${title} is too short. Use at least ${limit} characters.`;
    case 'format':
      return params.format === 'date'
        ? `${title} is not a date. ${dayForms}`
        : `${title} is not a ${String(params.format ?? 'value')}. Type it again.`;
    case 'pattern':
      return takes === undefined ? `${title} does not have the right form.` : `${title} takes ${takes}.`;
    case 'type':
      return `${title} must be a ${params.type === 'integer' ? 'whole number' : String(params.type)}.`;
    default:
      return `${title} is not valid.`;
  }
}

export function requiredMessage(title: string): string {
  return `${title} is missing. Fill it in.`;
}
