/**
 * What `npm test` leaves to `npm run test:all`, by file, and why nothing is lost: what holds the same in every
 * landing. A file that is named, as in `npm test -- kill-saves`, runs there too.
 */
export const longRuns: readonly { readonly file: string; readonly why: string }[] = [
  {
    file: 'tests/e2e/kill-saves.test.ts',
    why: 'random moments; tests/server/http/record.test.ts holds that a save is whole or not at all',
  },
];
