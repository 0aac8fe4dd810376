export interface LongRun {
  readonly file: string;
  /** Why it takes long, and what holds the same in every landing. */
  readonly why: string;
}

/** What `npm test` leaves to `npm run test:all`. A file that is named, as in `npm test -- kill-saves`, runs there too. */
export const longRuns: readonly LongRun[] = [
  {
    file: 'server/modules/valuationfile/long-archive.test.ts',
    why: 'Packs and reads more than 4 GB. `server/modules/valuationfile/write-archive.test.ts` and `tests/server/http/valuation-file.test.ts` hold what a file of less is.',
  },
  {
    file: 'tests/battery/planted-faults.test.ts',
    why: 'Plants every fault in a page: it tests the battery, not what lands. Named after a change of the battery.',
  },
  {
    file: 'tests/contract/matrix-roles.test.ts',
    why: 'Every operation by all roles. `tests/contract/matrix.test.ts` tries every operation by nobody and by three roles that between them have and lack every right, in a district of their own, a searched and a foreign one.',
  },
  {
    file: 'tests/definitions/copies.test.ts',
    why: 'A house of twice as many definitions, which only `npm run bench` makes; it tests nothing that is served.',
  },
  {
    file: 'tests/definitions/mutations.test.ts',
    why: 'Mistakes by the hundred. `tests/definitions/broken.test.ts` holds one of every rule.',
  },
  {
    file: 'tests/e2e/annual-year.test.ts',
    why: 'A whole year in a browser, and all its documents twice. Each step is held by its own: `tests/e2e/component-report.test.ts`, `tests/e2e/factor-scenario.test.ts`, `tests/server/http/link-sales.test.ts`, `tests/server/http/audit-identities.test.ts`, `tests/server/http/vat.test.ts`, `tests/server/http/year.test.ts` and `tests/server/http/valuation-file.test.ts`.',
  },
  {
    file: 'tests/e2e/development-page.test.ts',
    why: 'Builds and serves every module by itself. `server/definitions/watch.test.ts` holds that each save is seen, `tests/e2e/development.test.ts` that the command serves its pages, `tests/e2e/studio.test.ts` that an open page follows with its typed text, `tests/definitions/broken.test.ts` what a mistake is told as.',
  },
  {
    file: 'tests/e2e/editor/editor.test.ts',
    why: 'Key by key in a browser. `src/core/rich-text.test.ts` and `tests/server/http/rich-text.test.ts` hold the format.',
  },
  {
    file: 'tests/e2e/editor/phrases.test.ts',
    why: 'The same editor. `tests/server/shell/phrases.test.ts` and `reword.test.ts` hold rights, order and conflicts.',
  },
  {
    file: 'tests/e2e/follow-published.test.ts',
    why: 'Publishes under an open page. `tests/e2e/studio.test.ts` holds that it follows with its typed text, `tests/server/http/definitions.test.ts` that nothing is sent to whom has it.',
  },
  {
    file: 'tests/e2e/hostile-screens.test.ts',
    why: 'Every hostile answer in a browser. `tests/definitions/hostile.test.ts` holds that the browser’s check refuses each.',
  },
  {
    file: 'tests/e2e/kill-annual.test.ts',
    why: 'Kills at random moments. `tests/server/http/factor.test.ts`, `tests/server/http/link-sales.test.ts` and `tests/server/http/year.test.ts` hold that each is whole or nothing when it fails half way, `tests/server/jobs/runner.test.ts` what becomes of a job whose process died.',
  },
  {
    file: 'tests/e2e/kill-exports.test.ts',
    why: 'Kills in each state of an export. `tests/server/http/exports.test.ts` holds what becomes of one whose process died in each, whose file cannot be written, and that was ended by others.',
  },
  {
    file: 'tests/e2e/kill-files.test.ts',
    why: 'Kills at random moments of a file of every kind. `tests/server/http/every-kind-of-file.test.ts` holds that each is whole or nothing when its end fails, `tests/server/jobs/runner.test.ts` what becomes of a job whose process died.',
  },
  {
    file: 'tests/e2e/kill-publishes.test.ts',
    why: 'Kills at random moments. `tests/server/definitions/guarding.test.ts` holds that a publish is whole or nothing.',
  },
  {
    file: 'tests/e2e/kill-saves.test.ts',
    why: 'Kills at random moments. `tests/server/http/faults.test.ts` and `tests/server/database/down.test.ts` hold that a save is whole or nothing.',
  },
  {
    file: 'tests/e2e/kill-uploads.test.ts',
    why: 'Kills at random moments. `tests/server/jobs/runner.test.ts` and `tests/server/import/operations.test.ts` hold what becomes of a job whose process died, and a repeat.',
  },
  {
    file: 'tests/e2e/published-medians.test.ts',
    why: 'The published figures on screen. `tests/reports/known-answers-medians.test.ts` holds them in the report.',
  },
  {
    file: 'tests/e2e/shell/kept-sessions.test.ts',
    why: 'Turns clocks and edits what a browser keeps. `src/session/inactivity.test.ts` and `src/session/stored.test.ts` hold each case, `tests/e2e/shell/session.test.ts` that a session ends by itself in the browser.',
  },
  {
    file: 'tests/e2e/studio-editor.test.ts',
    why: 'Key by key in the editor of definitions. `tests/definitions/tools-overlay.test.ts` holds what is offered, `tests/server/definitions/publishing.test.ts` drift and findings, `tests/battery/screens.test.ts` its page in every width and colour, `tests/e2e/studio.test.ts` the way from draft to publication.',
  },
  {
    file: 'tests/server/database/demo.test.ts',
    why: 'Makes the demo data several times. Every other test that stands on it reads it.',
  },
  {
    file: 'tests/server/database/embedded.test.ts',
    why: 'Starts and kills the embedded PostgreSQL many times. `down.test.ts` and `tests/server/http/start.test.ts` hold start, stop and a killed database.',
  },
  {
    file: 'tests/server/import/bulk-load.test.ts',
    why: 'Loads much at once. `tests/server/import/import-files.test.ts` holds what an import comes to.',
  },
  {
    file: 'tests/server/import/hunter.test.ts',
    why: 'Seven years of six districts, twice. `tests/reports/known-answers-medians.test.ts` imports them and holds the published figures.',
  },
  {
    file: 'tests/server/import/kill.test.ts',
    why: 'Kills at random moments. `tests/server/import/import-files.test.ts` holds that the same bytes again complete.',
  },
  {
    file: 'tests/server/import/any-order.test.ts',
    why: 'Six districts and two weeks four times over. `tests/server/import/import-files.test.ts` holds that any order ends the same.',
  },
  {
    file: 'tests/server/import/large-layer.test.ts',
    why: 'Five layers of fifty megabytes. `tests/server/http/parcels-file.test.ts` holds one that is written in several portions, `server/import/tables/read-geojson.test.ts` that fifty megabytes are read, `server/import/wrong-file.test.ts` that others are answered while one is unpacked.',
  },
  {
    file: 'tests/server/two-users/two-users-seeds.test.ts',
    why: 'Twenty seeds of 2,000 operations. `tests/server/two-users/two-users.test.ts` holds the same promises with one seed and fewer.',
  },
];
