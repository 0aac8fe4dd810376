import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation, Schema } from '../definitions/operation-file.ts';
import { Problem, type Rejection } from '../problem.ts';

const options = { allErrors: true, strict: false, allowUnionTypes: true, messages: true } as const;
/** Bodies arrive typed: nothing is coerced, removed or filled in. */
const exact = new Ajv(options);
/** Paths and queries are text: numbers and booleans are read from it. */
const reading = new Ajv({ ...options, coerceTypes: 'array', useDefaults: true });
for (const ajv of [exact, reading]) {
  addFormats.default(ajv);
  ajv.addKeyword('$schema-note');
}

function closed(schema: Schema): Schema {
  return { type: 'object', additionalProperties: false, ...schema };
}

export function rejections(
  errors: readonly ErrorObject[] | null | undefined,
  prefix: string,
): readonly Rejection[] {
  return (errors ?? []).slice(0, 50).map((error) => {
    const params: { readonly [name: string]: unknown } = error.params;
    if (error.keyword === 'additionalProperties')
      return {
        pointer: `${prefix}${error.instancePath}/${String(params.additionalProperty)}`,
        message: `"${String(params.additionalProperty)}" is unknown here.`,
      };
    if (error.keyword === 'required')
      return {
        pointer: `${prefix}${error.instancePath}/${String(params.missingProperty)}`,
        message: `"${String(params.missingProperty)}" is missing.`,
      };
    const among = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
    return {
      pointer: `${prefix}${error.instancePath}`,
      message: `This ${error.message ?? 'is not accepted'}${among}.`,
    };
  });
}

type Check = (value: unknown) => void;

function checkBy(validate: ValidateFunction, prefix: string, what: string): Check {
  return (value) => {
    if (validate(value)) return;
    const errors = rejections(validate.errors, prefix);
    const unknown = validate.errors?.some((error) => error.keyword === 'additionalProperties');
    const first = errors[0];
    throw new Problem(
      unknown ? 'unknown-field' : 'invalid-request',
      first ? `The ${what} was not accepted: ${first.pointer || 'the value'}: ${first.message}` : undefined,
      { errors },
    );
  };
}

export interface OperationChecks {
  readonly params: Check;
  readonly query: Check;
  readonly body: Check;
}

/** Compiles a schema when it is first asked for: a start that compiles all of them takes a fifth of a second longer. */
function whenAsked(ajv: Ajv, schema: Schema): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown) => {
    compiled ??= ajv.compile(schema);
    const accepted = compiled(value);
    validate.errors = compiled.errors;
    return accepted;
  };
  validate.errors = undefined as ValidateFunction['errors'];
  return validate as ValidateFunction;
}

/** The checks of an operation's path, query and body. */
export function compileChecks(operation: Operation): OperationChecks {
  const params = whenAsked(reading, closed(operation.params ?? {}));
  const query = whenAsked(reading, closed(operation.query ?? {}));
  const body = whenAsked(exact, operation.body ? closed(operation.body) : {});
  return {
    params: (value) => {
      // A path that does not fit its schema is a path that leads nowhere.
      if (!params(value)) throw new Problem('not-found');
    },
    query: checkBy(query, '?', 'query'),
    body: checkBy(body, '', 'body'),
  };
}

export function compileSchema(schema: Schema): ValidateFunction {
  return exact.compile(schema);
}
