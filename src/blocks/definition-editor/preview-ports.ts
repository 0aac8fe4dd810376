// What a preview may do: read. Whatever would write, leave the page or end the session is told instead.
import { ApiFailure } from '#src/api/failure.ts';
import { operations } from '#src/generated/operations.ts';
import type { AppPorts } from '#src/render/dispatch.ts';
import type { ApiPort } from '#src/render/ports.tsx';

const table: { readonly [id: string]: { readonly method: string } } = operations;

/** They read, though their questions are too long for an address. */
const questions = new Set(['query.run', 'query.beginExport', 'query.export']);

function reads(operation: string): boolean {
  return table[operation]?.method === 'GET' || questions.has(operation);
}

/** What is typed into a preview is nobody's unsaved work. */
const withoutDrafts: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['draft.get', { draft: null }],
  ['draft.save', null],
  ['draft.discard', null],
]);

const writingOff = 'This is a preview: nothing is written.';

export function readingApi(api: ApiPort): ApiPort {
  const refused = () => Promise.reject(new ApiFailure(0, 'preview', writingOff));
  return {
    ...api,
    call: (operation, input, signal) =>
      withoutDrafts.has(operation)
        ? Promise.resolve(withoutDrafts.get(operation))
        : reads(operation)
          ? api.call(operation, input, signal)
          : refused(),
    file: (operation, input) => (reads(operation) ? api.file(operation, input) : refused()),
    upload: refused,
  };
}

export function previewPorts(app: AppPorts, onLeave: (to: string) => void): AppPorts {
  return {
    navigate: onLeave,
    snackbar: app.snackbar,
    confirm: app.confirm,
    share: () => undefined,
    changeMany: () => Promise.resolve(false),
    handOff: () => Promise.resolve(false),
    takeIds: () => () => undefined,
    session: {
      signIn: () => undefined,
      refresh: () => Promise.resolve(),
      signOut: () => Promise.resolve(),
      remember: () => undefined,
    },
  };
}

/** What blocks remember of a preview belongs to a screen that is gone with it. */
export function forgetPreviews(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (/^cadastre\.(?:memory\.\d+|visit)\.preview\b/.test(key)) storage.removeItem(key);
  } catch {
    // A blocked storage holds nothing.
  }
}
