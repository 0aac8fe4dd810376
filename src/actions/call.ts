import { newId } from '#src/api/new-id.ts';
import { isTemplate, type LinkedAction } from '#src/core/linked.ts';
import type { ActionRunner } from '#src/render/action-runner.ts';
import type { Failure } from '#src/render/block-props.ts';
import { isFailure } from '#src/render/failure.ts';
import { done, objectOf, stepsOf, textOf } from './step.ts';

/** Ids of requests that no answer has come to; what is sent again, unchanged, is sent under the same id. */
const pending = new Map<string, string>();

export const call: ActionRunner = async (step, ports, extra) => {
  const { body: added, ...event } = extra;
  const params = objectOf(ports.resolve(step.params, event));
  const query = objectOf(ports.resolve(step.query, event));
  const given =
    step.body === 'form'
      ? event.form
      : step.body === 'row'
        ? event.row
        : objectOf(ports.resolve(step.body, event));
  const body = given || added ? { ...given, ...added } : undefined;
  const operation = textOf(step.operation);
  const once = textOf(step.once);
  const sent = JSON.stringify([operation, params, query, body]);
  const request = once === '' ? null : (pending.get(sent) ?? newId());
  if (request !== null) pending.set(sent, request);
  const answer = await ports
    .call(operation, {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(request !== null ? { body: { ...body, [once]: request } } : body ? { body } : {}),
    })
    .catch((thrown: unknown) => {
      throw isFailure(thrown) ? ofFields(thrown, step) : thrown;
    });
  pending.delete(sent);
  const then = stepsOf(step.then);
  if (then.length === 0) return done(answer);
  const outcome = await ports.run(then, { ...event, answer });
  return outcome.done ? done(answer) : outcome;
};

/** The failure with the form's fields in place of the body's members that they fill. */
function ofFields(failure: Failure, step: LinkedAction): Failure {
  const { status, code, message, reference, errors, details } = failure;
  const body = objectOf(step.body);
  if (!body || errors.length === 0) return failure;
  const told = errors.map((error) => ({ ...error, pointer: pointerIn(body, error.pointer) }));
  return { status, code, message, reference, errors: told, details };
}

/** A member that a field of the form fills is that field; one that came from elsewhere nobody could mend, so it is none. */
function pointerIn(body: { readonly [member: string]: unknown }, pointer: string): string {
  const [, member = '', ...inside] = pointer.split('/');
  if (!Object.hasOwn(body, member)) return pointer;
  const given = body[member];
  const [part, ...more] = isTemplate(given) ? given.$text.filter((piece) => piece !== '') : [];
  if (part === undefined || typeof part === 'string' || more.length > 0) return '';
  const [root, field, ...deeper] = part.path;
  if (root !== 'form' || field === undefined || deeper.length > 0) return '';
  return ['', field, ...inside].join('/');
}
