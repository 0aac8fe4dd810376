import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMemory } from './memory.ts';

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'cadastre-memory-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  return data;
}

it('recalls by name and key what an earlier process kept last, and nothing of a broken line', () => {
  const data = folder();
  const before = createMemory(data);
  const key = before.digest('bytes', 'beside');
  before.keep('a screen', before.digest('older'), { title: 'Old' });
  before.keep('a screen', key, { title: 'Sales\n' });
  before.flush();
  const memory = createMemory(data);
  expect(memory.digest('bytes', 'beside')).toBe(key);
  expect(memory.digest('bytesb', 'eside')).not.toBe(key);
  expect(memory.recall('a screen', key)).toEqual({ title: 'Sales\n' });
  expect(memory.recall('a screen', memory.digest('older'))).toBeNull();
  expect(memory.recall('another', key)).toBeNull();

  const [name = ''] = readdirSync(data);
  const whole = readFileSync(join(data, name), 'utf8');
  for (const broken of ['', whole.trimEnd().slice(0, -3), whole.replace('Sales', 'Sold'), `${key}\n`]) {
    writeFileSync(join(data, name), broken);
    expect(createMemory(data).recall('a screen', key)).toBeNull();
  }
  // Half a line, as a process that was killed leaves one, harms nothing that follows.
  writeFileSync(join(data, name), whole.slice(0, 50));
  memory.flush();
  memory.keep('a screen', key, 1);
  memory.flush();
  expect(memory.recall('a screen', key)).toBe(1);
});

it('does not grow with every save', () => {
  const data = folder();
  const memory = createMemory(data);
  const key = memory.digest('');
  const size = () => readFileSync(join(data, readdirSync(data)[0] ?? '')).length;
  for (let save = 0; save < 1_200; save++) {
    memory.recall('a screen', key);
    memory.keep('a screen', key, 'x'.repeat(100));
    memory.flush();
  }
  expect(size()).toBeLessThan(220 * 1_000);
  expect(createMemory(data).recall('a screen', key)).toBe('x'.repeat(100));
});
