import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMemory } from './memory.ts';

it('recalls by name and key what an earlier process kept, and nothing of a broken file', () => {
  const data = mkdtempSync(join(tmpdir(), 'cadastre-memory-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const before = createMemory(data);
  const key = before.digest('bytes', 'beside');
  before.keep('a screen', key, { title: 'Sales\n' });
  const memory = createMemory(data);
  expect(memory.digest('bytes', 'beside')).toBe(key);
  expect(memory.digest('bytesb', 'eside')).not.toBe(key);
  expect(memory.recall('a screen', key)).toEqual({ title: 'Sales\n' });
  expect(memory.recall('a screen', memory.digest('other'))).toBeNull();
  expect(memory.recall('another', key)).toBeNull();

  const file = join(data, 'linked', readdirSync(join(data, 'linked'))[0] ?? '');
  const whole = readFileSync(file, 'utf8');
  for (const broken of ['', whole.slice(0, -3), whole.replace('Sales', 'Sold'), `${key}\n`]) {
    writeFileSync(file, broken);
    expect(memory.recall('a screen', key)).toBeNull();
  }
  rmSync(join(data, 'linked'), { recursive: true });
  memory.keep('a screen', key, 1);
  expect(memory.recall('a screen', key)).toBeNull();
});
