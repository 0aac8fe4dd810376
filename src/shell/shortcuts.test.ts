// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { type Shortcut, shortcutOf } from './shortcuts.ts';

const help: Shortcut = { key: '?', text: 'This list', run: () => undefined };

function pressed(html: string, selector: string, init: KeyboardEventInit = { key: '?' }): Shortcut | null {
  document.body.innerHTML = html;
  let found: Shortcut | null = null;
  const listen = (event: KeyboardEvent) => {
    found = shortcutOf(event, [help]);
  };
  document.addEventListener('keydown', listen);
  document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  document.removeEventListener('keydown', listen);
  return found;
}

afterEach(() => {
  document.body.innerHTML = '';
  localStorage.clear();
});

describe('a shortcut', () => {
  it('is a key pressed anywhere but where text is typed', () => {
    expect(pressed('<button>a</button>', 'button')).toBe(help);
    expect(pressed('<input type="checkbox">', 'input')).toBe(help);
    expect(pressed('<input>', 'input')).toBeNull();
    expect(pressed('<textarea></textarea>', 'textarea')).toBeNull();
    expect(pressed('<select></select>', 'select')).toBeNull();
    expect(pressed('<div role="textbox" tabindex="0"></div>', 'div')).toBeNull();
  });

  it('is none where text is typed inside a shadow root, as in the editor of definitions', () => {
    document.body.innerHTML = '<div></div>';
    const inner = document.createElement('p');
    inner.setAttribute('role', 'textbox');
    document.querySelector('div')?.attachShadow({ mode: 'open' }).append(inner);
    const told: (Shortcut | null)[] = [];
    const listen = (event: KeyboardEvent) => told.push(shortcutOf(event, [help]));
    document.addEventListener('keydown', listen);
    inner.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, composed: true, key: '?' }));
    document.removeEventListener('keydown', listen);
    expect(told).toEqual([null]);
  });

  it('is none with a modifier, and none under an open dialog', () => {
    expect(pressed('<button>a</button>', 'button', { key: '?', ctrlKey: true })).toBeNull();
    expect(pressed('<dialog open><button>a</button></dialog>', 'button')).toBeNull();
    expect(pressed('<button>a</button>', 'button', { key: 'x' })).toBeNull();
  });
});
