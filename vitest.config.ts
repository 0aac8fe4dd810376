import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup-dom.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    // Far above what anything takes: a busy machine must not fail a test.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // A browser test waits for a third of its time: three of them keep two cores busy.
    maxWorkers: 3,
    // A list that is not empty says what is in it.
    chaiConfig: { truncateThreshold: 0 },
  },
});
