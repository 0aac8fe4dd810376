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

  it('is none with a modifier, and none under an open dialog', () => {
    expect(pressed('<button>a</button>', 'button', { key: '?', ctrlKey: true })).toBeNull();
    expect(pressed('<dialog open><button>a</button></dialog>', 'button')).toBeNull();
    expect(pressed('<button>a</button>', 'button', { key: 'x' })).toBeNull();
  });
});
