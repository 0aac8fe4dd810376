// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#src/api/failure.ts';
import { Snackbars, showFailure, showSnackbar } from './snackbars.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = (text: string) => screen.queryByText(text)?.parentElement?.className;

describe('a snackbar', () => {
  it('is of four kinds, stands for 3 s or as long as it is told, and the same is not shown twice at a time', () => {
    render(<Snackbars />);
    act(() => {
      for (const kind of ['error', 'success', 'info', 'warning'] as const) {
        showSnackbar(kind, `It is ${kind}.`, kind === 'info' ? 6_000 : undefined);
        showSnackbar(kind, `It is ${kind}.`);
      }
    });
    for (const kind of ['error', 'success', 'info', 'warning'])
      expect(shown(`It is ${kind}.`)).toContain(`cad-snackbar-${kind}`);
    pass(2_999);
    expect(shown('It is error.')).toBeDefined();
    pass(1);
    expect(shown('It is error.')).toBeUndefined();
    expect(shown('It is info.')).toBeDefined();
    pass(3_000);
    expect(shown('It is info.')).toBeUndefined();
  });

  it('with a button goes when it is pressed, and one that says the same gives way to it', () => {
    render(<Snackbars />);
    const pressed: string[] = [];
    act(() => showSnackbar('success', 'Saved.', 9_000, { label: 'Undo', run: () => pressed.push('first') }));
    act(() => showSnackbar('success', 'Saved.', 9_000, { label: 'Undo', run: () => pressed.push('second') }));
    act(() => screen.getByRole('button', { name: 'Undo', hidden: true }).click());
    expect([pressed, shown('Saved.')]).toEqual([['second'], undefined]);
  });

  it('of a failure says its message, the security system’s for 5 s', () => {
    render(<Snackbars />);
    act(() => {
      showFailure(new ApiFailure(500, 'x', 'The message.'));
      showFailure(new ApiFailure(406, 'x', 'Threatening.'));
    });
    expect(shown('The message.')).toContain('cad-snackbar-error');
    pass(3_000);
    expect([shown('The message.'), shown('Threatening.') === undefined]).toEqual([undefined, false]);
    pass(2_000);
    expect(shown('Threatening.')).toBeUndefined();
  });
});
