export type Schema = { readonly [keyword: string]: unknown };

/** One server call, as schemas/operations/<id>.json describes it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the API's base, parameters in braces: `/{list}/{id}`. */
  readonly path: string;
  /** A permission code, `public`, `signed-in`, `record:view` or `record:update`. */
  readonly permission: string;
  readonly params?: Schema | null;
  readonly query?: Schema | null;
  readonly body?: Schema | null;
  readonly answer: Schema;
  readonly problems?: readonly { readonly code: string; readonly status: number; readonly message: string }[];
  readonly transport?: 'json' | 'upload' | 'file';
  /** What a person is told where a failed answer says nothing itself. */
  readonly fallback?: string;
}
