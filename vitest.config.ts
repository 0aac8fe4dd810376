import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

/** What both kinds of tests go by. */
const common = {
  setupFiles: ['tests/support/setup-dom.ts'],
  // Far above what anything takes: a busy machine must not fail a test.
  testTimeout: 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
  // A list that is not empty says what is in it.
  chaiConfig: { truncateThreshold: 0 },
};

/** What draws into a simulated document, replaces modules or turns clocks: each file by itself. */
const drawn = ['src/**/*.test.{ts,tsx}', 'tests/render/**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // A browser test waits for a third of its time: three of them keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { plugins: [react()], test: { ...common, name: 'client', include: drawn } },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'whole',
          include: ['server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
          exclude: drawn,
          // What one file has loaded and started, a browser above all, serves the next one of the same process.
          isolate: false,
        },
      },
    ],
  },
});
