import type { Definitions } from '#src/generated/definitions.ts';

export type Schema = { readonly [keyword: string]: unknown };

type Whole = Definitions['operation'];

/**
 * One server call, as schemas/operations/<id>.json describes it, without the defaults of a checked one. The path is
 * relative to the API's base, parameters in braces; the permission is a code, `public`, `signed-in`, `record:view` or
 * `record:update`.
 */
export type Operation = Partial<Whole> &
  Pick<Whole, 'id' | 'summary' | 'method' | 'path' | 'permission' | 'answer'>;
