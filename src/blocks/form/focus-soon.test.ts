// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { focusSoon } from './focus-soon.ts';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function input(id: string): HTMLInputElement {
  const element = document.createElement('input');
  element.id = id;
  document.body.append(element);
  return element;
}

afterEach(() => document.body.replaceChildren());

describe('the focus of what is drawn in a moment', () => {
  it('comes when it is drawn, also where the button that asked for it has gone', async () => {
    const button = input('edit');
    button.focus();
    focusSoon('late');
    button.remove();
    await frame();
    const late = input('late');
    await frame();
    await frame();
    expect(document.activeElement).toBe(late);
  });

  it('does not come to whoever has gone on to another place', async () => {
    input('edit').focus();
    focusSoon('late');
    await frame();
    const other = input('other');
    other.focus();
    input('late');
    await frame();
    await frame();
    expect(document.activeElement).toBe(other);
  });

  it('does not come to whoever has gone on before the frame in which it begins', async () => {
    const edit = input('edit');
    edit.focus();
    const other = input('other');
    other.focus();
    input('late');
    focusSoon('late', edit);
    await frame();
    expect(document.activeElement).toBe(other);
  });
});
