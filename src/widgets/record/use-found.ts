import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { askOnce } from '#src/render/ask-once.ts';
import { useApi } from '#src/render/ports.tsx';

export interface Found {
  readonly id: number;
  readonly label: string;
  readonly text: string;
}

/** Long enough that a word is typed to its end before the server is asked. */
const settleAfter = 150;
const nothing: readonly Found[] = [];

/** What the server finds for a text; null asks for nothing. What was found before stays until the answer is there. */
export function useFound(list: string, typed: string | null) {
  const api = useApi();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) {
      setText(null);
      return;
    }
    const timer = setTimeout(() => setText(typed.trim()), typed === '' ? 0 : settleAfter);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isLoading } = useSWR(
    text === null ? null : ['lookup', list, text],
    () => call(api, 'record.lookup', { params: { list }, query: text ? { text } : {} }),
    { ...askOnce, keepPreviousData: true, dedupingInterval: 5_000 },
  );
  const waits = typed !== null && typed.trim() !== text;
  return {
    items: typed === null ? nothing : (data?.items ?? nothing),
    more: data?.more ?? false,
    loading: waits || isLoading,
    failed: error !== undefined,
  };
}
