import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { longRuns } from './tests/support/long-runs.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

/** What all kinds of tests go by. */
const common = {
  setupFiles: ['tests/support/setup-dom.ts'],
  // Far above what anything takes: a busy machine must not fail a test.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  // A list that is not empty says what is in it.
  chaiConfig: { truncateThreshold: 0 },
};

/** What draws into a simulated document or needs none. */
const drawn = ['src/**/*.test.{ts,tsx}', 'tests/render/**/*.test.{ts,tsx}'];

/** Of these, what replaces modules or globals or turns clocks: each file by itself. */
const replacing = /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules)\(/;
const apart = ['src', 'tests/render']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && replacing.test(readFileSync(file, 'utf8')))
  .map((file) => file.replaceAll('\\', '/'));

/** `npm test` leaves out what `npm run test:all` runs besides; a file that is named is run by either. */
const leftOut = [
  ...(process.env.CADASTRE_TESTS === 'landing' ? longRuns.map(({ file }) => file) : []),
  // What a further run of `npm run test:all` need not ask again; vitest's own --exclude is not heard by projects.
  ...(process.env.CADASTRE_WITHOUT?.split(',') ?? []),
];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // A browser test waits for a third of its time: three of them keep two cores busy, four are hardly quicker.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [react()],
        test: { ...common, name: 'client', include: drawn, exclude: apart, isolate: false },
      },
      { plugins: [react()], test: { ...common, name: 'apart', include: apart } },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'whole',
          include: ['server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
          exclude: [...drawn, ...leftOut],
          // What one file has loaded and started, a browser above all, serves the next one of the same process.
          isolate: false,
        },
      },
    ],
  },
});
