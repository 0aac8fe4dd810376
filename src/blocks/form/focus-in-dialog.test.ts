// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusInDialog } from './focus-in-dialog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const name = '<input id="name">';

/** A dialog as it opens: what closes it has the focus, and its form holds `fields`. */
function opened(fields: string): HTMLFormElement {
  document.body.innerHTML = `
    <button id="behind"></button>
    <dialog open><div class="cad-dialog-buttons"><button id="close"></button></div><form>${fields}</form></dialog>`;
  focus('close');
  const form = document.querySelector('form');
  if (!form) throw new Error('There is no form.');
  return form;
}

const focus = (id: string) => document.getElementById(id)?.focus();
const focused = () => document.activeElement?.id;

describe('a form in a dialog that has just opened', () => {
  it.each([
    ['its first field', name],
    ['a text of lines', '<textarea id="name"></textarea><input>'],
    ['a choice', '<select id="name"></select><input>'],
    ['no field that cannot be changed', `<input disabled><input readonly>${name}`],
  ])('gives the focus to %s', (_, fields) => {
    focusInDialog(opened(fields));
    expect(focused()).toBe('name');
  });

  it('gives it to a field that is loaded later, for two seconds', () => {
    const form = opened('');
    focusInDialog(form);
    vi.advanceTimersByTime(1_900);
    expect(focused()).toBe('close');
    form.innerHTML = name;
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('name');

    const slow = opened('');
    focusInDialog(slow);
    vi.advanceTimersByTime(2_100);
    slow.innerHTML = name;
    vi.advanceTimersByTime(5_000);
    expect(focused()).toBe('close');
  });

  it('leaves a person who went elsewhere meanwhile there, for good', () => {
    const form = opened('');
    focusInDialog(form);
    focus('behind');
    vi.advanceTimersByTime(50);
    form.innerHTML = name;
    focus('close');
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('close');
  });

  it('takes no focus that something else was given, nor outside a dialog', () => {
    const form = opened(name);
    focus('behind');
    focusInDialog(form);
    expect(focused()).toBe('behind');

    document.body.append(form);
    focus('close');
    focusInDialog(form);
    focusInDialog(null);
    expect(focused()).toBe('close');
  });
});
