import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from '#src/render/ports.tsx';
import { showFailure, showSnackbar } from '../snackbars.tsx';
import { type Found, isId, readFound } from './found.ts';

/** How long an address rests before it is looked up, in ms. */
const addressRest = 500;

const noPid = "the product couldn't find a PID associated with that address";
const noItems = "the product couldn't find any items associated with that ID";

interface Lines {
  readonly found: readonly Found[];
  readonly active: number;
  /** The term that the lines answer; null while nothing is shown. */
  readonly of: string | null;
}

const none: Lines = { found: [], active: -1, of: null };

export interface QuickSearch extends Lines {
  readonly term: string;
  readonly busy: boolean;
  readonly type: (term: string) => void;
  readonly setActive: (active: number) => void;
  /** Closes the lines; the term stays. */
  readonly close: () => void;
  readonly choose: (line: Found) => void;
  /** Looks the term up at once. */
  readonly submit: () => void;
}

/** `knows` tells whether an address leads to a page of this user; what leads to none cannot be chosen. */
export function useQuickSearch(knows: (path: string) => boolean): QuickSearch {
  const api = useApi();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [term, setTerm] = useState('');
  const [lines, setLines] = useState<Lines>(none);
  const [busy, setBusy] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    clearTimeout(rest.current);
    running.current?.abort();
    running.current = null;
    setBusy(false);
  }, []);
  useEffect(() => stop, [stop]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation ends what was asked for the page before
  useEffect(() => {
    stop();
    setTerm('');
    setLines(none);
  }, [pathname]);

  /** Runs one call; a later one, a change of the term or a navigation makes its answer late, and it is dropped. */
  const ask = async (operation: string, query: object, take: (answer: unknown) => void) => {
    stop();
    const mine = new AbortController();
    running.current = mine;
    setBusy(true);
    try {
      const answer = await api.call(operation, { query }, mine.signal);
      if (running.current === mine) take(answer);
    } catch (thrown) {
      if (running.current === mine) showFailure(thrown);
    } finally {
      if (running.current === mine) {
        running.current = null;
        setBusy(false);
      }
    }
  };

  const lookUp = (text: string) =>
    ask('search.quick', { term: text }, (answer) => {
      const found = readFound(answer).map((line) =>
        line.to !== null && !knows(line.to) ? { ...line, to: null } : line,
      );
      if (isId(text) && found.length === 0) {
        setLines(none);
        showSnackbar('warning', noItems);
      } else
        setLines({ found, active: isId(text) ? found.findIndex(({ to }) => to !== null) : -1, of: text });
    });

  const resolve = (address: string) =>
    ask('search.pid', { address }, (answer) => {
      const pid = isJsonObject(answer) ? answer.pid : null;
      if (typeof pid === 'number') void navigate(`/prop/${pid}`);
      else showSnackbar('warning', noPid);
    });

  return {
    ...lines,
    term,
    busy,
    type: (text) => {
      stop();
      setTerm(text);
      setLines(none);
      const wanted = text.trim();
      if (wanted === '' || isId(wanted)) return;
      rest.current = setTimeout(() => void lookUp(wanted), addressRest);
    },
    setActive: (active) => setLines((before) => ({ ...before, active })),
    close: () => {
      stop();
      setLines(none);
    },
    choose: (line) => {
      if (line.to !== null) void navigate(line.to);
      else if (line.id === null && line.blurb !== null) void resolve(line.blurb);
    },
    submit: () => {
      const wanted = term.trim();
      if (wanted === '') return;
      if (isId(wanted)) void lookUp(wanted);
      else void resolve(wanted);
    },
  };
}
