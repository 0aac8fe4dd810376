import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from './fixture.ts';

function screens(...options: readonly string[]) {
  return spawnSync(process.execPath, ['scripts/screens.mjs', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
}

describe('npm run screens', () => {
  it('refuses what it does not know and says what it does', () => {
    const { status, stderr } = screens('chekc');
    expect(status).toBe(2);
    expect(stderr).toContain('"chekc" is no verb. Did you mean "check"?');
    expect(stderr).toContain('check [--json] [FILE…]');
  });

  it('tells what a verb takes', () => {
    const { status, stdout } = screens('new', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('npm run screens -- new report|entity|list|record|form NAME');
    expect(screens('check', '--jsn').stderr).toContain('"--jsn" is no option of check.');
  });

  it('gives its findings as data', () => {
    const { status, stdout } = screens('check', '--json');
    const findings = JSON.parse(stdout) as readonly { severity: string }[];
    expect(status).toBe(findings.some(({ severity }) => severity === 'error') ? 1 : 0);
  });
});
