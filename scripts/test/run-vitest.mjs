import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { root } from '../prepare.mjs';

/** So many of the files that took longest are told: what a landing costs is mended there. */
const told = 25;

/**
 * One run of vitest on `node`: its counts, what failed in it by file, and the files that took longest, longest first, in
 * seconds from their first test to their last. `files` is null when it told nothing.
 * What the tests start, they start on the same Node.
 */
export function runVitest(args, env, node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-results-'));
  const file = join(folder, 'results.json');
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  // Where all that is asked has passed before, nothing is left to be run.
  const keeping = env.CADASTRE_PASSED
    ? [`--reporter=${join(root, 'scripts/test/keep-passed.mjs')}`, '--passWithNoTests']
    : [];
  const result = spawnSync(
    node,
    [
      script,
      'run',
      '--reporter=default',
      '--reporter=json',
      ...keeping,
      `--outputFile.json=${file}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, ...env },
    },
  );
  const run = { ok: result.status === 0, passed: 0, failed: 0, skipped: 0, files: null, slowest: [] };
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    run.passed = report.numPassedTests;
    run.failed = report.numFailedTests;
    run.skipped = report.numPendingTests + report.numTodoTests;
    run.files = new Map();
    for (const suite of report.testResults) {
      const tests = suite.assertionResults.filter((test) => test.status === 'failed');
      const messages = tests.map((test) => `${test.fullName}: ${test.failureMessages[0] ?? ''}`);
      // A file whose import or hook broke has a message of its own and perhaps no failed test.
      if (messages.length === 0 && suite.status === 'failed') messages.push(suite.message);
      const name = relative(root, suite.name);
      const lines = messages.map((message) => `${name} › ${message.slice(0, 2000)}`);
      if (lines.length > 0) run.files.set(name, lines);
    }
    run.slowest = report.testResults
      .map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, told);
    // A file that breaks before its first test has no failed test, yet the run failed.
    if (!run.ok && run.failed === 0) run.failed = Math.max(1, run.files.size);
  } catch {
    run.failed = 1;
  }
  rmSync(folder, { recursive: true, force: true });
  return run;
}
