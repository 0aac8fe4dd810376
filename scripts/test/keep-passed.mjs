// A reporter of vitest that writes each test file that passed into the file that CADASTRE_PASSED names, as soon as it has.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const path = process.env.CADASTRE_PASSED ?? '';

// biome-ignore lint/style/noDefaultExport: where vitest looks for a reporter
export default class KeepPassed {
  onTestModuleEnd(module) {
    // Other projects leave no file out, and take seconds.
    if (path === '' || module.project.name !== 'whole' || module.state() !== 'passed') return;
    const count = { passed: 0, skipped: 0 };
    for (const test of module.children.allTests())
      count[test.result().state === 'skipped' ? 'skipped' : 'passed'] += 1;
    const file = relative(process.cwd(), module.moduleId).replaceAll('\\', '/');
    appendFileSync(path, `${JSON.stringify({ file, ...count })}\n`);
  }
}
